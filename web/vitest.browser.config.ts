import { defineConfig } from "vitest/config";

// The built page in a browser, with a real server. Two workers; all files of one share its server and its browser (tests/browser/shared.ts).
export default defineConfig({
  test: {
    include: ["tests/browser/*.test.ts"],
    environment: "node",
    globalSetup: "tests/browser/global-setup.ts",
    maxWorkers: 2,
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
