import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Two kinds of tests: of the page's own code, and (npm run test:browser) of the built page in a browser with a real server.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: { include: ["tests/*.test.ts"], setupFiles: ["tests/english.ts"], environment: "node" },
});
