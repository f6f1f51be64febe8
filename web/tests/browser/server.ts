// A server as people run it: `tulips serve` in a process of its own, on a free port, with an empty database.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

export function python(): string {
  const own = join(ROOT, ".venv/bin/python");
  return process.env.TULIPS_PYTHON ?? (existsSync(own) ? own : "python3");
}

/** What Python has to know to find the package of this tree. */
export const environment = () => ({ ...process.env, PYTHONPATH: join(ROOT, "src") });

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  #process: ChildProcess | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "tulips-"));
  port = 0;

  /** Bots move after `pace` seconds; `more` are further variables of its environment; reviews take a part of their usual effort. */
  constructor(
    readonly pace = 0,
    private readonly more: Record<string, string> = {},
    private readonly reviews = 0.05,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Start it, or start it again on the same port with the same database. */
  async start(): Promise<void> {
    this.port ||= await freePort();
    const database = `sqlite:///${join(this.#folder, "tables.sqlite")}`;
    const options = ["--port", String(this.port), "--database", database, "--pace", String(this.pace), "--no-browser", "--seeds"];
    options.push("--review-effort", String(this.reviews));
    const child = spawn(python(), ["-m", "tulips", "serve", ...options], {
      env: { ...environment(), ...this.more },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#process = child;
    process.once("exit", () => child.kill()); // also when a test run breaks off
    for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
      if (
        await fetch(`${this.address}/api/v1/health`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("The server did not start.");
  }

  /** Pull the plug, or stop it politely. */
  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
    this.#process = null;
  }

  /** Stop it, and remove its database. */
  async close(): Promise<void> {
    await this.stop("SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
