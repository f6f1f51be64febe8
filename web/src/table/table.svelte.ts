// A table as the page knows it: the latest frames, what the player has touched, and what would come of it.
import type { Change, ChatLine, FromPage, LogEntry, Offer, Position, TableInfo, ToPage } from "../generated/messages";
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
  refusal = $state<string | null>(null);

  constructor(private readonly send: Send) {}

  shown = $derived(this.past ?? this.position);
  names = $derived(this.info?.seats.map((seat) => seat.name) ?? []);
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
  changes = $derived(changesByHandle((this.chosen ?? this.pointed)?.preview.changes ?? []));

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
    const id = crypto.randomUUID();
    this.waiting = id;
    this.send({ type: "move", id, number: this.number, move, seat: this.position?.viewer });
  }

  /** Take a frame in; false if it does not follow on the last, so that the connection must ask for everything anew. */
  receive(frame: ToPage): void {
    switch (frame.type) {
      case "state":
        this.info = frame.table;
        this.chat = frame.chat;
        this.#place(frame.position, frame.number);
        break;
      case "table":
        this.info = frame.table;
        break;
      case "position":
        this.#place(frame.position, frame.number);
        break;
      case "chat":
        this.chat = [...this.chat, frame.line];
        break;
      case "done":
        if (this.waiting === frame.id) this.waiting = null;
        break;
      case "refused":
        if (this.waiting === frame.id) this.waiting = null;
        this.refusal = tell(frame.why, this.names);
        if (frame.position) this.#place(frame.position, frame.number);
        break;
    }
  }

  #place(position: Position | null, number: number): void {
    if (position) {
      this.log = [...this.log.slice(0, position.log.start), ...position.log.entries];
      this.figures = [...this.figures.slice(0, position.figures.start), ...position.figures.rows];
    }
    if (number !== this.number) this.waiting = null;
    this.number = number;
    this.position = position;
    this.reset();
  }
}

function changesByHandle(changes: Change[]): Map<string, Change> {
  return new Map(changes.filter((change) => change.handle).map((change) => [change.handle!, change]));
}
