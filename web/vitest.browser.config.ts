import { defineConfig } from "vitest/config";

// The built page in a browser, with a real server. All files of a worker share its server and its browser (tests/browser/shared.ts).
// Three workers keep two cores busy: there is mostly one that waits for a clock, or for a page that shows things slowly.
export default defineConfig({
  test: {
    include: ["tests/browser/*.test.ts"],
    environment: "node",
    globalSetup: "tests/browser/global-setup.ts",
    maxWorkers: 3,
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
