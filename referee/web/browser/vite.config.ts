import { defineConfig, type Plugin } from "vite";

/**
 * Load the bundle as a classic deferred script.
 *
 * Browsers refuse module scripts in files from disk, and the pages work from disk too.
 */
const classicScript: Plugin = {
  name: "classic-script",
  enforce: "post",
  transformIndexHtml: (html) =>
    html.replace('type="module" crossorigin', "defer").replace(" crossorigin", ""),
};

export default defineConfig({
  build: {
    outDir: "../static",
    cssCodeSplit: false,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    rolldownOptions: { output: { format: "iife" } },
  },
  plugins: [classicScript],
});
