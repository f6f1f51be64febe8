// The connection to a table: it comes back by itself, notices missing frames, and repeats what was never acknowledged.
import type { FromPage, ToPage } from "../generated/messages";

export const PROTOCOL = 2;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const QUIET = 20_000;
const PATIENCE = 8_000;

export type Line = "connecting" | "open" | "lost" | "other protocol" | "refused" | "dismissed" | "closed";

/** What a browser's WebSocket is, as far as this needs; tests put another in its place. */
export type Wire = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
};

/** A seat of this page was taken away. */
const DISMISSED = 4403;

export class Socket {
  line = $state<Line>("connecting");
  /** Messages that wait for an acknowledgement, oldest first, as they were sent. */
  readonly #unacknowledged = new Map<string, FromPage>();
  #wire: Wire | null = null;
  #last = 0;
  #inSync = false;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly receive: (frame: ToPage) => void,
    private readonly connect: (address: string) => Wire = (address) => new WebSocket(address) as unknown as Wire,
  ) {}

  open(): void {
    globalThis.addEventListener?.("online", this.hurry);
    globalThis.document?.addEventListener("visibilitychange", this.hurry);
    this.#dial();
  }

  close(): void {
    globalThis.removeEventListener?.("online", this.hurry);
    globalThis.document?.removeEventListener("visibilitychange", this.hurry);
    this.#end("closed");
  }

  /** Send a message. One with an id is kept and repeated on a new connection until the server has answered it. */
  send = (message: FromPage): void => {
    if ("id" in message) this.#unacknowledged.set(message.id, message);
    if (this.line === "open") this.#wire?.send(JSON.stringify(message));
  };

  /** Try again now: the network is back, or somebody looks at the page again. */
  hurry = (): void => {
    if (this.line !== "lost" || globalThis.document?.visibilityState === "hidden") return;
    clearTimeout(this.#again);
    this.#tries = 0;
    this.#dial();
  };

  #dial(): void {
    const wire = (this.#wire = this.connect(this.address));
    this.#last = 0;
    this.#inSync = false;
    wire.onopen = () => this.#listen();
    wire.onmessage = ((event: MessageEvent<string>) => {
      if (wire === this.#wire) this.#take(JSON.parse(event.data) as ToPage);
    }) as never;
    wire.onclose = ((event: CloseEvent) => {
      if (wire === this.#wire) this.#dropped(event.code);
    }) as never;
  }

  #take(frame: ToPage): void {
    this.#listen();
    if (frame.type === "state") {
      if (frame.protocol !== PROTOCOL) return this.#end("other protocol");
      this.#last = frame.frame;
      this.#inSync = true;
      this.receive(frame);
      // A server that has just begun anew may still be laying the table: then the line stands once the position is here.
      if (this.line !== "open" && (frame.position || frame.table.phase === "waiting")) this.#ready();
      return;
    }
    if (!this.#inSync) return;
    if (frame.frame !== this.#last + 1) {
      this.#inSync = false;
      this.#wire?.send(JSON.stringify({ type: "resync" } satisfies FromPage));
      return;
    }
    this.#last = frame.frame;
    if ("id" in frame && frame.id) this.#unacknowledged.delete(frame.id);
    this.receive(frame);
  }

  /** The table has come: the line stands, and what was never answered is said again. */
  #ready(): void {
    this.line = "open";
    this.#tries = 0;
    for (const message of this.#unacknowledged.values()) this.#wire?.send(JSON.stringify(message));
  }

  /** Something was heard; after a long silence ask whether the server is still there. */
  #listen(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#wire?.send(JSON.stringify({ type: "ping" } satisfies FromPage));
      this.#quiet = setTimeout(() => this.#wire?.close(), PATIENCE);
    }, QUIET);
  }

  #dropped(code: number): void {
    clearTimeout(this.#quiet);
    this.#wire = null;
    if (this.line === "closed" || this.line === "other protocol") return;
    if (code === DISMISSED) return this.#end("dismissed");
    // 4000 to 4999 are the server's own: it does not want this page, and asking again would not help.
    if (code >= 4400 && code < 4500 && code !== 4429) return this.#end("refused");
    this.line = "lost";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries) * (0.7 + Math.random() * 0.6);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#dial(), wait);
  }

  #end(line: Line): void {
    this.line = line;
    clearTimeout(this.#again);
    clearTimeout(this.#quiet);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }
}

export function socketAddress(table: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/tables/${table}/socket`;
}
