// Before all tests: a server for each worker, and the positions that tests show. After them: both are gone.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { environment, python, ROOT, Server } from "./server";
import { chromiumPath } from "./visitor";

declare module "vitest" {
  interface ProvidedContext {
    /** The addresses of the workers' servers. */
    servers: string[];
    /** The folder with the positions of each game. */
    positions: string;
  }
}

function writePositions(folder: string): Promise<void> {
  const child = spawn(python(), [join(ROOT, "web/tools/fixtures.py"), "--folder", folder], {
    env: environment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("tools/fixtures.py failed.")))),
  );
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const servers = Array.from({ length: Number(project.config.maxWorkers) }, () => new Server());
  const folder = mkdtempSync(join(tmpdir(), "tulips-positions-"));
  const tearDown = async () => {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([chromiumPath(), writePositions(folder), ...servers.map((server) => server.start())]); // Chromium is unpacked once, not by two workers at a time
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide(
    "servers",
    servers.map(({ address }) => address),
  );
  project.provide("positions", folder);
  return tearDown;
}
