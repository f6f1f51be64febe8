import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the Python package, which serves it. While working on it, `npm run dev` asks a running
// `tulips serve` for everything under /api.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/tulips/web/page", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: process.env.TULIPS_SERVER ?? "http://127.0.0.1:1637", ws: true } } },
});
