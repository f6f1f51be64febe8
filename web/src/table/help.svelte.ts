// Help for whoever decides, where the table has agreed on it: hints, and a tutor who asks before a costly mistake is made.
import type { FromPage, HintedMove, Offer, ToPage, Warned } from "../generated/messages";
import { freshNonce } from "../server/http";
import { tell } from "../words/words.svelte";
import type { Table } from "./table.svelte";

/** Milliseconds after which a move is made though the tutor has not answered. */
const PATIENCE = 4000;

/** How a hint marks a thing that one touches for a move: the best move's, and the chance of the best move that needs it. */
export interface HintRing {
  best: boolean;
  chance: number;
}

export class Help {
  /** The best moves, once they have been asked for. */
  hint = $state.raw<HintedMove[] | null>(null);
  /** The message that asks for them and is not answered. */
  asking = $state<string | null>(null);
  /** The move that the tutor looks at before it is made. */
  checking = $state.raw<{ id: string; move: number } | null>(null);
  /** What the tutor has against a move, which may be made all the same. */
  warning = $state.raw<{ move: number; warned: Warned } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was asked and not answered; the answer may be wanted no more. */
  readonly #unanswered = new Set<string>();
  /** The number for which the tutor thinks ahead. */
  #ahead = -1;

  constructor(
    private readonly table: Table,
    private readonly send: (message: FromPage) => void,
  ) {}

  get kind() {
    return this.table.info?.helps ?? "none";
  }
  /** Whether there is something to give a hint on. */
  get canAsk(): boolean {
    return this.kind !== "none" && this.#decides;
  }

  get #decides(): boolean {
    return this.table.myTurn && this.table.offers.length > 1;
  }

  /** Ask for a hint, or put away the one that is shown. */
  ask(): void {
    if (!this.canAsk || this.asking !== null) return;
    if (this.hint) this.hint = null;
    else {
      this.table.reset();
      this.asking = this.#newId();
      this.send({ type: "hint", id: this.asking, number: this.table.number, seat: this.table.position?.viewer });
    }
  }

  /** What a hint says of a thing on the table, as far as it goes with what is touched. */
  mark(handle: string): HintRing | null {
    if (!this.hint || this.table.past) return null;
    const goes = ({ handles }: Offer) => handles.includes(handle) && this.table.touched.every((other) => handles.includes(other));
    const place = this.hint.findIndex(({ offer }) => goes(offer));
    return place < 0 ? null : { best: place === 0, chance: this.hint[place]!.chance };
  }

  /** Whether the tutor looks at a move first; then it makes the move itself, unless it has something against it. */
  looksFirst(move: number): boolean {
    if (this.kind !== "tutor" || !this.#decides) return false;
    if (this.checking?.move !== move) this.#check(move);
    return true;
  }

  #check(move: number): void {
    const id = this.#newId();
    this.letGo();
    this.checking = { id, move };
    this.send({ type: "check", id, number: this.table.number, move, seat: this.table.position?.viewer });
    this.#timer = setTimeout(() => this.#content(id), PATIENCE);
  }

  /** The tutor has nothing against the move that it looks at, or does not answer. */
  #content(id: string): void {
    if (this.checking?.id !== id) return;
    const { move } = this.checking;
    this.letGo();
    this.table.make(move);
  }

  /** Make the move that the tutor has warned of. */
  anyhow(): void {
    if (!this.warning) return;
    const { move } = this.warning;
    this.letGo();
    this.table.make(move);
  }

  /** Think again: the better move stays lit. */
  thinkAgain(): void {
    this.letGo();
    this.table.reset();
  }

  /** Something else is chosen: what the tutor looks at, or has warned of, is made no more. */
  letGo(): void {
    clearTimeout(this.#timer);
    this.checking = this.warning = null;
  }

  /** Put everything away. */
  forget(): void {
    this.letGo();
    this.hint = this.asking = null;
  }

  /** The table shows another position: what was found out for the last one holds no longer. */
  moveOn(): void {
    if (this.kind === "none") return this.forget();
    const known = (offer: Offer) => this.table.offers.some(({ move }) => move === offer.move);
    if (!this.#decides || !this.hint?.every(({ offer }) => known(offer))) this.hint = null;
    if (!this.#decides) this.forget();
    if (this.kind === "tutor" && this.#decides && this.#ahead !== this.table.number) {
      this.#ahead = this.table.number;
      this.send({ type: "check", id: this.#newId(), number: this.table.number, seat: this.table.position?.viewer });
    }
  }

  #newId(): string {
    const id = freshNonce();
    this.#unanswered.add(id);
    return id;
  }

  /** Take in an answer. Returns whether that is all there is in it. */
  receive(frame: ToPage): boolean {
    if (frame.type !== "hint" && frame.type !== "checked" && frame.type !== "refused") return false;
    if (frame.id === null || !this.#unanswered.delete(frame.id)) return frame.type !== "refused";
    if (frame.id === this.asking) {
      this.asking = null;
      if (frame.type === "hint") this.hint = this.#decides ? frame.moves : null;
      else if (frame.type === "refused") this.table.refusal = tell(frame.why, this.table.names);
    } else if (frame.id === this.checking?.id) {
      const { move } = this.checking;
      if (frame.type === "checked" && frame.warning) {
        this.letGo();
        this.warning = { move, warned: frame.warning };
        this.hint = [frame.warning.better];
      } else this.#content(frame.id);
    }
    return frame.type !== "refused" || !frame.position; // what follows builds on a position that comes with it
  }
}
