// A table as the page knows it: the latest frames, what the player has touched, and what would come of it.
import type {
  AnyGame,
  AnyKind,
  Change,
  ChatLine,
  FiguresPart,
  FromPage,
  LogEntry,
  Offer,
  Position,
  RefusedFrame,
  TableInfo,
  ToPage,
} from "../generated/messages";
import { namesOf } from "../people/names";
import { freshNonce } from "../server/http";
import { tell, type Names } from "../words/words.svelte";
import { Help } from "./help.svelte";
import { patternsOf } from "./own-number";

/** As many of the spectators' lines as the server keeps. */
const CROWD_KEPT = 100;

/** What carries messages to the server: a socket, or a fixture. */
export type Send = (message: FromPage) => void;

/** A game's board knows which game it is, and so what its view, moves, handles and figures are: `Table<Game>`. */
export class Table<G extends AnyGame = AnyGame> {
  info = $state.raw<TableInfo>()!;
  #position = $state.raw<Position<G> | null>(null);
  /** The seat that has lifted the curtain; nobody, once the screen was for other eyes. */
  lifted = $state<number | null>(null);
  /** A position of the past that is being looked at instead. */
  past = $state.raw<Position<G> | null>(null);
  number = $state(0);
  /** The number of the latest event that has come; what is shown may be earlier. */
  known = 0;
  log = $state.raw<LogEntry<G>[]>([]);
  figures = $state.raw<FiguresPart<G>["rows"]>([]);
  /** What the players have said, and apart from it what the spectators have. */
  chat = $state.raw<ChatLine[]>([]);
  crowd = $state.raw<ChatLine[]>([]);
  /** What this page wanted to say and could not, and why. */
  unsaid = $state.raw<{ text: string; why: string } | null>(null);
  /** The handles touched so far. */
  touched = $state.raw<G["handle"][]>([]);
  /** The offer picked by its words, where touching leaves several. */
  pickedOffer = $state.raw<Offer<G> | null>(null);
  /** The offer under the pointer or the focus. */
  pointedOffer = $state.raw<Offer<G> | null>(null);
  /** A message is on its way: nothing can be touched. */
  waiting = $state<string | null>(null);
  /** The offer that is on its way: what it would change stays in sight until it has. */
  sentOffer = $state.raw<Offer<G> | null>(null);
  refusal = $state<string | null>(null);
  /** What was revealed is about to be taken back, with nobody to ask: once more, and it is. */
  takingBack = $state(false);
  /** What a move in words would do, once the server has said so. */
  asked = $state.raw<{ offer: Offer<G> | null; why: string | null } | null>(null);
  /** When the seats' clocks run out, in milliseconds of this page's time. */
  deadlines = $state.raw<(number | null)[]>([]);
  /** What was said and is not acknowledged, by the message's id. */
  #saying = new Map<string, string>();
  #asking: string | null = null;
  /** The number under which the move that was sent is known to be done; what it led to may still be on its way. */
  #done: number | null = null;

  /** Hints, and a tutor. */
  readonly help: Help;

  constructor(private readonly send: Send) {
    this.help = new Help(this, send);
  }

  /** The latest position. With other eyes the curtain closes before anything of it is drawn, and looking back ends. */
  get position(): Position<G> | null {
    return this.#position;
  }
  set position(position: Position<G> | null) {
    if (position?.viewer !== this.#position?.viewer) {
      this.lifted = null;
      this.past = null;
    }
    this.#position = position;
  }

  shown = $derived(this.past ?? this.position);
  names: Names = $derived(namesOf(this.info?.seats ?? []));
  over = $derived(this.info?.phase === "over" && this.position?.end != null);
  /** Whether several play at this screen and hide something from each other. */
  shared = $derived(
    (this.info?.one_screen && this.info.secrets && this.info.seats.filter((seat) => seat.yours && seat.kind === "human").length > 1) ??
      false,
  );
  /** Whether the curtain hides the table: whose side would be shown has not lifted it. */
  curtain = $derived(this.shared && !this.over && this.shown !== null && this.shown.viewer >= 0 && this.lifted !== this.shown.viewer);
  /** Whether a bot plays in the viewer's place. */
  standIn = $derived(this.info?.phase === "playing" && (this.info.seats[this.position?.viewer ?? -1]?.standing_in ?? false));
  offers = $derived(this.past || this.waiting || this.standIn ? [] : (this.position?.offers ?? []));
  /** Whether play waits for this viewer. */
  myTurn = $derived(!this.past && !this.standIn && (this.position?.acting.includes(this.position.viewer) ?? false));
  /** When the viewer's clock runs out; while others act, the first of theirs. */
  deadline = $derived.by(() => {
    if (this.myTurn) return this.deadlines[this.position!.viewer] ?? null;
    const running = this.deadlines.filter((deadline) => deadline !== null);
    return running.length > 0 ? Math.min(...running) : null;
  });
  /** Offers that all touched handles belong to. */
  matchingOffers = $derived(this.offers.filter((offer) => this.touched.every((handle) => offer.handles.includes(handle))));
  /** Those that need no more touching. */
  completeOffers = $derived(
    this.touched.length === 0 ? [] : this.matchingOffers.filter((offer) => offer.handles.length === this.touched.length),
  );
  /** Whether more can be done than is offered: any number in the place of another. */
  free = $derived((this.position?.unlisted ?? false) && patternsOf(this.offers).length > 0);
  /** The only move there is: nothing has to be weighed, so whatever leads to it makes it. */
  onlyOffer = $derived(this.myTurn && this.offers.length === 1 && !this.free ? this.offers[0]! : null);
  /** The offer that the confirm button would make. */
  chosenOffer = $derived(this.pickedOffer ?? (this.completeOffers.length === 1 ? this.completeOffers[0]! : null));
  /** What the chosen offer, or the one pointed at, would change, by the handle that it stands beside. */
  changes = $derived(changesByHandle((this.chosenOffer ?? this.sentOffer ?? this.pointedOffer)?.preview.changes ?? []));

  /** The log's entries since this viewer's last move; nothing before the first. */
  news = $derived.by(() => {
    const mine = this.log.findLastIndex((entry) => entry.seat === this.position?.viewer);
    return mine < 0 ? [] : this.log.slice(mine + 1);
  });
  /** After how many moves the viewer has last moved before the position that is shown. */
  lastMove = $derived(this.log.findLast(({ at, seat }) => at <= (this.shown?.moves ?? 0) && seat === this.shown?.viewer)?.at ?? 0);

  /** Whether somebody who plays by hand elsewhere has no page open. */
  isAway(seat: number): boolean {
    const there = this.info.seats[seat];
    return (
      this.info.phase === "playing" &&
      there !== undefined &&
      there.kind === "human" &&
      !there.yours &&
      !there.connected &&
      !there.standing_in
    );
  }
  /** Somebody away for whom play waits; those who watch with a delay are not told, as it is another table that waits. */
  awaited = $derived.by(() => {
    if (!this.position || this.past || (this.position.viewer < 0 && this.info.watching === "delayed")) return null;
    return this.position.acting.find((seat) => this.isAway(seat)) ?? null;
  });

  /** How much a figure has changed since the viewer's last move; nothing for those who watch. */
  since(figure: G["figure"]): number {
    if (!this.shown || this.shown.viewer < 0) return 0;
    const [before, now] = [this.figures[this.lastMove]?.[figure], this.figures[this.shown.moves]?.[figure]];
    return before === undefined || now === undefined ? 0 : now - before;
  }

  /** Whether touching the handle leads to a move: one that goes with what is touched, or another instead of a whole one. */
  lit(handle: G["handle"]): boolean {
    return this.#goesOn(handle) || (this.completeOffers.length > 0 && this.offers.some((offer) => offer.handles.includes(handle)));
  }

  #goesOn(handle: G["handle"]): boolean {
    return this.matchingOffers.some((offer) => offer.handles.includes(handle));
  }

  isTouched(handle: G["handle"]): boolean {
    return this.touched.includes(handle) || (this.pickedOffer?.handles.includes(handle) ?? false);
  }

  /** Why a handle can't be used now, in a sentence; nothing if there is nothing to say. */
  why(handle: G["handle"]): string | null {
    const reason = this.past || this.waiting ? undefined : this.position?.why_not[handle];
    return reason ? tell(reason, this.names) : null;
  }

  /** The change that the chosen move would make beside a handle. */
  change(handle: G["handle"]): Change<G> | undefined {
    return this.changes.get(handle);
  }

  /** Touch a handle, or let it go again; what does not go with it is let go. */
  touch(handle: G["handle"]): void {
    if (this.onlyOffer?.handles.includes(handle)) return this.confirm(this.onlyOffer.move);
    this.refusal = null;
    this.pickedOffer = null;
    this.help.letGo();
    if (this.touched.includes(handle)) {
      this.touched = this.touched.filter((other) => other !== handle);
    } else if (this.#goesOn(handle)) {
      this.touched = [...this.touched, handle];
    } else if (this.offers.some((offer) => offer.handles.includes(handle))) {
      this.touched = [handle];
    }
  }

  point(handle: G["handle"] | null): void {
    const offers = handle === null ? [] : this.matchingOffers.filter((offer) => offer.handles.includes(handle));
    this.pointedOffer = offers.length === 1 ? offers[0]! : null;
  }

  pick(offer: Offer<G> | null): void {
    this.refusal = null;
    this.help.letGo();
    this.pickedOffer = offer;
  }

  reset(): void {
    this.help.letGo();
    this.touched = [];
    this.pickedOffer = null;
    this.pointedOffer = null;
  }

  /** Make the chosen move, the only one there is, or the one given; a tutor looks at it first. */
  confirm(move: number | undefined = (this.chosenOffer ?? this.onlyOffer)?.move): void {
    if (move === undefined || this.waiting || this.help.looksFirst(move)) return;
    this.make(move);
  }

  /** Make a move. */
  make(move: number): void {
    const id = freshNonce();
    this.sentOffer = this.chosenOffer?.move === move ? this.chosenOffer : (this.offers.find((offer) => offer.move === move) ?? null);
    this.waiting = id;
    this.send({ type: "move", id, number: this.number, move, seat: this.position?.viewer });
    this.help.forget();
    this.reset();
  }

  /** Ask what a move would do that is not offered; the answer comes in `asked`. */
  ask(move: AnyKind): void {
    const id = freshNonce();
    this.#asking = id;
    this.send({ type: "ask", id, move, seat: this.position?.viewer });
  }

  /** Take back one's last move, or ask the others; alone, what was revealed is taken back at the second call. */
  undo(): void {
    if (!this.info.can_undo || this.waiting || this.standIn) return;
    this.refusal = null;
    const again = this.takingBack;
    this.takingBack = !again && this.info.undo_reveals && !this.#mustAsk();
    if (this.takingBack) return;
    this.send({ type: "undo", id: freshNonce(), number: this.known, seat: this.position?.viewer });
  }

  /** Whether other people, who do not share the viewer's screen, must agree to taking back what was revealed. */
  #mustAsk(): boolean {
    const { seats } = this.info;
    const [viewer, shares] = [this.position?.viewer, seats[this.position?.viewer ?? -1]?.shares_screen];
    return seats.some((seat, n) => seat.kind === "human" && n !== viewer && !(shares && seat.shares_screen));
  }

  /** Whose side it is has the screen now and wants to see it. */
  lift(): void {
    this.lifted = this.position?.viewer ?? null;
    this.#tellCurtain();
  }

  /** The server lets no clock run behind the curtain, so it must know. */
  #tellCurtain(): void {
    const viewer = this.position?.viewer ?? -1;
    if (this.shared && viewer >= 0 && this.info.phase === "playing" && this.info.clock !== null)
      this.send({ type: "curtain", id: freshNonce(), seat: viewer, lifted: this.lifted === viewer });
  }

  /** Answer the host, who asks for other help. */
  answerHelp(agree: boolean): void {
    this.send({ type: "help", id: freshNonce(), agree });
  }

  consent(agree: boolean): void {
    this.send({ type: "consent", id: freshNonce(), agree });
  }

  say(text: string): void {
    if (!text.trim()) return;
    const id = freshNonce();
    this.unsaid = null;
    this.#saying.set(id, text.trim());
    this.send({ type: "chat", id, text: text.trim() });
  }

  /** All that was said, in the place of what was known. */
  hear(lines: ChatLine[]): void {
    this.chat = lines.filter(({ channel }) => channel !== "spectators");
    this.crowd = lines.filter(({ channel }) => channel === "spectators");
  }

  #hearOne(line: ChatLine): void {
    if (line.channel === "spectators") this.crowd = [...this.crowd, line].slice(-CROWD_KEPT);
    else this.chat = [...this.chat, line];
  }

  /** Take a frame in. */
  receive(frame: ToPage<G>): void {
    if (this.help.receive(frame)) return;
    switch (frame.type) {
      case "state":
        this.#inform(frame.table);
        this.hear(frame.chat);
        if (frame.position || !this.position) this.#place(frame.position, frame.number); // else it is being laid anew
        this.#tellCurtain(); // it may be a new connection
        break;
      case "table":
        this.#inform(frame.table);
        break;
      case "position": {
        const eyes = this.position?.viewer;
        this.#place(frame.position, frame.number);
        if (frame.position.viewer !== eyes) this.#tellCurtain(); // one that waited in the playback
        break;
      }
      case "chat":
        this.#hearOne(frame.line);
        break;
      case "done":
        this.#saying.delete(frame.id);
        if (this.waiting === frame.id) this.#acknowledged(frame.number);
        if (this.#asking === frame.id) this.asked = { offer: frame.offer, why: null };
        break;
      case "refused":
        if (this.waiting === frame.id) this.#freed();
        if (this.#asking === frame.id) this.asked = { offer: null, why: tell(frame.why, this.names) };
        else if (!this.#couldNotSay(frame)) this.refusal = tell(frame.why, this.names);
        if (frame.position) this.#place(frame.position, frame.number);
        break;
    }
  }

  /** Whether the refusal is of something that was said. */
  #couldNotSay({ id, why }: RefusedFrame): boolean {
    const text = this.#saying.get(id ?? "");
    if (text === undefined) return false;
    this.#saying.delete(id!);
    this.unsaid = { text, why: tell(why, this.names) };
    return true;
  }

  /** Whether what is touched still leads somewhere, such as when another has chosen at the same time. */
  #stillFits(): boolean {
    if (this.touched.length === 0 && !this.pickedOffer) return true;
    const picked = this.pickedOffer?.what;
    if (picked) this.pickedOffer = this.offers.find(({ what }) => isSame(what, picked)) ?? null;
    return this.pickedOffer !== null || (this.touched.length > 0 && this.matchingOffers.length > 0);
  }

  /** A move is done; until its position is here, what could be done before it can't be any more. */
  #acknowledged(number: number | null): void {
    this.#done = number;
    if (number === null || this.number < number) return;
    this.#freed();
  }

  #freed(): void {
    this.waiting = this.sentOffer = this.#done = null;
  }

  #inform(info: TableInfo): void {
    this.info = info;
    const now = performance.now();
    this.deadlines = info.seats.map(({ deadline }) => (typeof deadline === "number" ? now + deadline * 1000 : null));
  }

  #place(position: Position<G> | null, number: number): void {
    const moved = number !== this.number;
    const sameEyes = position?.viewer === this.position?.viewer;
    if (position) {
      this.log = [...this.log.slice(0, position.log.start), ...position.log.entries];
      this.figures = [...this.figures.slice(0, position.figures.start), ...position.figures.rows];
    }
    if (moved) {
      this.refusal = null;
      this.asked = null;
      this.sentOffer = null;
      this.takingBack = false;
    }
    this.number = number;
    this.known = Math.max(number, this.known);
    this.position = position;
    this.#acknowledged(this.#done);
    if (!sameEyes || !this.#stillFits()) this.reset();
    this.help.moveOn();
  }
}

/** Whether two moves are of the same kind with the same fields, which the server writes in one order. */
function isSame(one: AnyKind, other: AnyKind): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function changesByHandle<G extends AnyGame>(changes: Change<G>[]): Map<G["handle"], Change<G>> {
  return new Map(changes.flatMap((change) => (change.handle ? [[change.handle, change]] : [])));
}
