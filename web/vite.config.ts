import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const OUT = join(import.meta.dirname, "../src/tulips/web/page");
const PACKABLE = /\.(js|css|json|svg)$/;

/** Beside each file its .br and .gz, so that the server need not pack them again and again. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    writeBundle(_, files) {
      for (const name of Object.keys(files).filter((one) => PACKABLE.test(one))) {
        const bytes = readFileSync(join(OUT, name));
        writeFileSync(join(OUT, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(join(OUT, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const WORDS = /src\/tulips\/catalogue\/(\w+)\.json$/;

/** The page's words in each language are named in its head, so that they come along with its code; the server leaves out the
    languages that a browser does not ask for. */
function preloadedWords(): Plugin {
  return {
    name: "preloaded-words",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          const language = file.type === "chunk" ? WORDS.exec(file.facadeModuleId ?? "")?.[1] : undefined;
          return language
            ? [
                {
                  tag: "link",
                  attrs: { rel: "modulepreload", crossorigin: true, "data-language": language, href: `/${file.fileName}` },
                  injectTo: "head" as const,
                },
              ]
            : [];
        }),
    },
  };
}

// The page is built into the Python package, which serves it. While working on it, `npm run dev` asks a running
// `tulips serve` for everything under /api.
export default defineConfig({
  plugins: [svelte(), preloadedWords(), packed()],
  base: "/",
  build: { outDir: OUT, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: {
    fs: { allow: [".."] }, // the catalogues lie in the Python package
    proxy: { "/api": { target: process.env.TULIPS_SERVER ?? "http://127.0.0.1:1637", ws: true } },
  },
});
