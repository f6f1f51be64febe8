// A table as the page knows it: the latest frames, what the player has touched, and what would come of it.
import type { Change, ChatLine, FromPage, LogEntry, Offer, Position, TableInfo, ToPage } from "../generated/messages";
import { seatName } from "../people/names";
import { freshNonce } from "../server/http";
import { tell } from "../words/words.svelte";

/** What carries messages to the server: a socket, or a fixture. */
export type Send = (message: FromPage) => void;

export class Table {
  info = $state.raw<TableInfo>()!;
  position = $state.raw<Position | null>(null);
  /** A position of the past that is being looked at instead. */
  past = $state.raw<Position | null>(null);
  number = $state(0);
  log = $state.raw<LogEntry[]>([]);
  figures = $state.raw<Record<string, number>[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** The handles touched so far. */
  touched = $state.raw<string[]>([]);
  /** The offer picked by its words, where touching leaves several. */
  picked = $state.raw<Offer | null>(null);
  /** The offer under the pointer or the focus. */
  pointed = $state.raw<Offer | null>(null);
  /** A message is on its way: nothing can be touched. */
  waiting = $state<string | null>(null);
  /** The offer that is on its way: what it would change stays in sight until it has. */
  sent = $state.raw<Offer | null>(null);
  refusal = $state<string | null>(null);
  /** What a move in words would do, once the server has said so. */
  asked = $state.raw<{ words: string; offer: Offer | null; why: string | null } | null>(null);
  /** When the clock of whoever acts runs out, in milliseconds of this page's time. */
  deadline = $state<number | null>(null);
  #asking: { id: string; words: string } | null = null;
  /** The number under which the move that was sent is known to be done; what it led to may still be on its way. */
  #done: number | null = null;

  constructor(private readonly send: Send) {}

  shown = $derived(this.past ?? this.position);
  names = $derived(this.info?.seats.map(seatName) ?? []);
  offers = $derived(this.past || this.waiting ? [] : (this.position?.offers ?? []));
  /** Whether play waits for this viewer. */
  myTurn = $derived(!this.past && (this.position?.acting.includes(this.position.viewer) ?? false));
  /** Offers that all touched handles belong to. */
  candidates = $derived(this.offers.filter((offer) => this.touched.every((handle) => offer.handles.includes(handle))));
  /** Those that need no more touching. */
  complete = $derived(
    this.touched.length === 0 ? [] : this.candidates.filter((offer) => offer.handles.length === this.touched.length),
  );
  /** The offer that the confirm button would make. */
  chosen = $derived(this.picked ?? (this.complete.length === 1 ? this.complete[0]! : null));
  /** What the chosen offer, or the one pointed at, would change, by the handle that it stands beside. */
  changes = $derived(changesByHandle((this.chosen ?? this.sent ?? this.pointed)?.preview.changes ?? []));

  /** The log's entries since this viewer's last move; nothing before the first. */
  news = $derived.by(() => {
    const mine = this.log.findLastIndex((entry) => entry.seat === this.position?.viewer);
    return mine < 0 ? [] : this.log.slice(mine + 1);
  });
  /** After how many moves the viewer has last moved before the position that is shown. */
  lastMove = $derived(this.log.findLast(({ at, seat }) => at <= (this.shown?.moves ?? 0) && seat === this.shown?.viewer)?.at ?? 0);

  /** How much a figure has changed since the viewer's last move; nothing for those who watch. */
  since(figure: string): number {
    if (!this.shown || this.shown.viewer < 0) return 0;
    const [before, now] = [this.figures[this.lastMove]?.[figure], this.figures[this.shown.moves]?.[figure]];
    return before === undefined || now === undefined ? 0 : now - before;
  }

  /** Whether touching the handle leads to a move: one that goes with what is touched, or another instead of a whole one. */
  lit(handle: string): boolean {
    return this.#goesOn(handle) || (this.complete.length > 0 && this.offers.some((offer) => offer.handles.includes(handle)));
  }

  #goesOn(handle: string): boolean {
    return this.candidates.some((offer) => offer.handles.includes(handle));
  }

  isTouched(handle: string): boolean {
    return this.touched.includes(handle) || (this.picked?.handles.includes(handle) ?? false);
  }

  /** Why a handle can't be used now, in a sentence; nothing if there is nothing to say. */
  why(handle: string): string | null {
    const reason = this.past || this.waiting ? undefined : this.position?.why_not[handle];
    return reason ? tell(reason, this.names) : null;
  }

  /** The change that the chosen move would make beside a handle. */
  change(handle: string): Change | undefined {
    return this.changes.get(handle);
  }

  /** Touch a handle, or let it go again; what does not go with it is let go. */
  touch(handle: string): void {
    this.refusal = null;
    this.picked = null;
    if (this.touched.includes(handle)) {
      this.touched = this.touched.filter((other) => other !== handle);
    } else if (this.#goesOn(handle)) {
      this.touched = [...this.touched, handle];
    } else if (this.offers.some((offer) => offer.handles.includes(handle))) {
      this.touched = [handle];
    }
  }

  point(handle: string | null): void {
    const offers = handle === null ? [] : this.candidates.filter((offer) => offer.handles.includes(handle));
    this.pointed = offers.length === 1 ? offers[0]! : null;
  }

  pick(offer: Offer | null): void {
    this.refusal = null;
    this.picked = offer;
  }

  reset(): void {
    this.touched = [];
    this.picked = null;
    this.pointed = null;
  }

  /** Make the chosen move, or the one given, which may be words. */
  confirm(move: number | string | undefined = this.chosen?.move): void {
    if (move === undefined || this.waiting) return;
    const id = freshNonce();
    this.sent = this.chosen?.move === move ? this.chosen : (this.offers.find((offer) => offer.move === move) ?? null);
    this.waiting = id;
    this.send({ type: "move", id, number: this.number, move, seat: this.position?.viewer });
    this.reset();
  }

  /** Ask what a move in words would do; the answer comes in `asked`. */
  ask(words: string): void {
    const id = freshNonce();
    this.#asking = { id, words };
    this.send({ type: "ask", id, words, seat: this.position?.viewer });
  }

  /** Ask to take back one's last move. */
  undo(): void {
    if (!this.info.can_undo || this.waiting) return;
    this.refusal = null;
    this.send({ type: "undo", id: freshNonce(), number: this.number, seat: this.position?.viewer });
  }

  consent(agree: boolean): void {
    this.send({ type: "consent", id: freshNonce(), agree });
  }

  say(text: string): void {
    if (text.trim()) this.send({ type: "chat", id: freshNonce(), text: text.trim() });
  }

  /** Take a frame in. */
  receive(frame: ToPage): void {
    switch (frame.type) {
      case "state":
        this.#inform(frame.table);
        this.chat = frame.chat;
        if (frame.position || !this.position) this.#place(frame.position, frame.number); // else it is being laid anew
        break;
      case "table":
        this.#inform(frame.table);
        break;
      case "position":
        this.#place(frame.position, frame.number);
        break;
      case "chat":
        this.chat = [...this.chat, frame.line];
        break;
      case "done":
        if (this.waiting === frame.id) this.#acknowledged(frame.number);
        if (this.#asking?.id === frame.id) this.asked = { words: this.#asking.words, offer: frame.offer, why: null };
        break;
      case "refused":
        if (this.waiting === frame.id) this.#freed();
        if (this.#asking?.id === frame.id) this.asked = { words: this.#asking.words, offer: null, why: tell(frame.why, this.names) };
        else this.refusal = tell(frame.why, this.names);
        if (frame.position) this.#place(frame.position, frame.number);
        break;
    }
  }

  /** Whether what is touched still leads somewhere, such as when another has chosen at the same time. */
  #stillFits(): boolean {
    if (this.touched.length === 0 && !this.picked) return true;
    const words = JSON.stringify(this.picked?.phrase);
    const picked = this.picked && this.offers.find((offer) => offer.move === this.picked!.move && JSON.stringify(offer.phrase) === words);
    if (this.picked) this.picked = picked ?? null;
    return (picked !== null && picked !== undefined) || (this.touched.length > 0 && this.candidates.length > 0);
  }

  /** A move is done; until its position is here, what could be done before it can't be any more. */
  #acknowledged(number: number | null): void {
    this.#done = number;
    if (number === null || this.number < number) return;
    this.#freed();
  }

  #freed(): void {
    this.waiting = this.sent = this.#done = null;
  }

  #inform(info: TableInfo): void {
    this.info = info;
    this.deadline = info.deadline === null ? null : performance.now() + info.deadline * 1000;
  }

  #place(position: Position | null, number: number): void {
    const moved = number !== this.number;
    const sameEyes = position?.viewer === this.position?.viewer;
    if (position) {
      this.log = [...this.log.slice(0, position.log.start), ...position.log.entries];
      this.figures = [...this.figures.slice(0, position.figures.start), ...position.figures.rows];
    }
    if (moved) {
      this.refusal = null;
      this.asked = null;
      this.sent = null;
    }
    this.number = number;
    this.position = position;
    this.#acknowledged(this.#done);
    if (!sameEyes || !this.#stillFits()) this.reset();
  }
}

function changesByHandle(changes: Change[]): Map<string, Change> {
  return new Map(changes.filter((change) => change.handle).map((change) => [change.handle!, change]));
}
