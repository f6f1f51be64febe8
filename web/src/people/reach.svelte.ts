// Under which address others reach the server. A page that was opened at the server's own machine has one that leads
// nobody else anywhere; then the server tells its addresses in the local network, and may let others in there.
import type { ReachInfo } from "../generated/http";
import { letIn, Problem, reach } from "../server/http";

/** Whether a host is the machine itself, whatever it is called. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

class OthersWay {
  /** Whether this page's own address leads nobody else here. */
  readonly hidden = isLoopback(globalThis.location?.hostname ?? "");
  info = $state.raw<ReachInfo | null>(null);
  address = $state("");
  problem = $state("");

  /** Whether links lead others here. */
  get open(): boolean {
    return !this.hidden || this.address !== "";
  }

  /** What links begin with. */
  get origin(): string {
    return this.hidden && this.address ? this.address : location.origin;
  }

  /** Ask the server, if the page's own address does not do. */
  async ask(): Promise<void> {
    if (this.hidden) await this.#hear(reach);
  }

  /** Let others in the local network in, or no more. */
  async let(others: boolean): Promise<void> {
    await this.#hear(() => letIn({ let_in: others }));
  }

  async #hear(question: () => Promise<ReachInfo>): Promise<void> {
    this.problem = "";
    try {
      this.info = await question();
      if (!this.info.addresses.includes(this.address)) this.address = this.info.addresses[0] ?? "";
    } catch (caught) {
      this.problem = caught instanceof Problem ? caught.sentence : String(caught);
    }
  }
}

export const othersWay = new OthersWay();

/** A link as one sends it to a friend; the server tells paths. */
export function whole(link: string): string {
  return new URL(link, othersWay.origin).href;
}
