// Between the socket and the table: positions that come faster than one can follow wait for their turn. How long each stays depends
// on what has happened in it and on the chosen speed. Nobody who has to decide is shown an old position.
import type { Position, PositionFrame, ToPage } from "../generated/messages";
import type { Speed } from "../settings/settings.svelte";
import type { Moment } from "./game-page";
import type { Table } from "./table.svelte";

/** Milliseconds that a position stays before the next takes its place, by the speed and by what has happened in it. */
export const TIMES: Record<Speed, Record<Moment, number>> = {
  slow: { passing: 700, usual: 1600, decisive: 3600 },
  usual: { passing: 300, usual: 800, decisive: 2200 },
  fast: { passing: 100, usual: 300, decisive: 1000 },
  "at once": { passing: 0, usual: 0, decisive: 0 },
};
/** Milliseconds after which a position is shown at the latest; with more to show it is shown faster. */
export const BEHIND: Record<Speed, number> = { slow: 15_000, usual: 7_000, fast: 3_000, "at once": 0 };
/** Positions that may wait. */
export const MOST = 60;

interface Step {
  frame: PositionFrame;
  moment: Moment;
  came: number;
}

/** What the playback asks the page. */
export interface Around {
  speed: () => Speed;
  /** How much has happened between two views of the game. */
  moment: (before: unknown, after: unknown) => Moment;
  /** Whether nobody looks at the page. */
  hidden: () => boolean;
}

export class Playback {
  /** How many positions wait to be shown. */
  behind = $state(0);
  /** Everything is shown at once until it is the viewer's turn. */
  skipping = $state(false);
  #queue: Step[] = [];
  /** How much happened in the position that is shown, and since when it is. */
  #shown: { moment: Moment; since: number } = { moment: "passing", since: -Infinity };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly around: Around,
  ) {}

  /** Take in a frame. Positions may have to wait; all else is taken in at once. */
  receive(frame: ToPage): void {
    if (frame.type === "position") this.#wait(frame);
    else if (frame.type === "state" && frame.position && this.#passesOn(frame.position)) {
      const { position, number, table, chat } = frame;
      this.table.receive({ type: "table", frame: frame.frame, table });
      this.table.hear(chat);
      this.#wait({ type: "position", frame: frame.frame, number, position });
    } else {
      if (frame.type === "state" || (frame.type === "refused" && frame.position)) this.#queue = []; // it tells everything anew
      this.table.receive(frame);
      if (frame.type === "state") this.#stays("passing");
    }
    this.goOn();
  }

  /** Show whatever waits, and what comes until it is the viewer's turn. Those who watch are up to date then. */
  skip(): void {
    this.skipping = (this.table.position?.viewer ?? -1) >= 0;
    this.#showAll();
  }

  /** How long the end of the match stays in sight. */
  get linger(): number {
    return TIMES[this.around.speed()].decisive;
  }

  /** Show what is due, and come back for the next. Called whenever something has changed that this depends on. */
  goOn = (): void => {
    clearTimeout(this.#timer);
    while (this.#queue.length > MOST) this.#next();
    while (this.#queue.length > 0) {
      const urgent = this.#isUrgent();
      if (this.table.takingBack && !urgent) break; // what the question is about stays until it is answered
      const wait = urgent ? 0 : this.#shown.since + this.#time() - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(this.goOn, wait);
        break;
      }
      this.#next();
    }
    this.behind = this.#queue.length;
    if (this.#queue.length === 0 && !this.table.waiting && this.#isTurn(this.table.position)) this.skipping = false;
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  /** The table is laid for the eyes of the next player at one screen: that comes after what the last one is to see. */
  #passesOn({ viewer, moves }: Position): boolean {
    const last = this.#last;
    return last !== null && viewer !== last.viewer && moves >= last.moves;
  }

  #wait(frame: PositionFrame): void {
    this.#queue.push({ frame, moment: this.#momentOf(frame.position), came: performance.now() });
    this.table.known = frame.number;
  }

  /** The latest position that has come. */
  get #last(): Position | null {
    return this.#queue.at(-1)?.frame.position ?? this.table.position;
  }

  #momentOf(after: Position): Moment {
    const before = this.#last;
    if (before?.viewer !== after.viewer) return "passing";
    const moment = this.around.moment(before.view, after.view);
    return moment === "usual" && this.table.waiting ? "passing" : moment; // one knows what one has done
  }

  /** Whether the next position can't wait: somebody decides, asks, looks at something else or at nothing. */
  #isUrgent(): boolean {
    const { info, position, past, waiting } = this.table;
    if (this.skipping || past || waiting || position === null || this.around.hidden()) return true;
    if (this.#isTurn(position) || info.undo) return true;
    return info.clock !== null && this.#isTurn(this.#last);
  }

  #isTurn(position: Position | null): boolean {
    if (!position?.acting.includes(position.viewer)) return false;
    return !this.table.info.seats[position.viewer]?.standing_in;
  }

  /** How long the position that is shown stays, so that the last one that waits comes in time: moments are shortened last. */
  #time(): number {
    const times = TIMES[this.around.speed()];
    const most = this.#queue.at(-1)!.came + BEHIND[this.around.speed()] - this.#shown.since;
    if (times.decisive === 0 || most <= 0) return 0;
    const all = [this.#shown, ...this.#queue.slice(0, -1)].map(({ moment }) => moment); // the last one stays anyway
    const sum = (decisive: boolean) =>
      all.filter((moment) => (moment === "decisive") === decisive).reduce((total, moment) => total + times[moment], 0);
    const [held, passing] = [sum(true), sum(false)];
    const share = this.#shown.moment === "decisive" ? most / held : Math.max(0, most - held) / passing;
    return times[this.#shown.moment] * Math.min(1, share);
  }

  #next(): void {
    const { frame, moment } = this.#queue.shift()!;
    this.table.receive(frame);
    this.#stays(moment);
  }

  #stays(moment: Moment): void {
    this.#shown = { moment, since: performance.now() };
  }

  #showAll(): void {
    while (this.#queue.length > 0) this.#next();
    this.goOn();
  }
}
