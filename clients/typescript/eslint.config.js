import { defineConfig } from "eslint/config";
import tsdoc from "eslint-plugin-tsdoc";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: ["build/", "dist/", "src/gen/"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { tsdoc },
    rules: {
      "tsdoc/syntax": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
      "@typescript-eslint/prefer-nullish-coalescing": [
        "error",
        { ignorePrimitives: { number: true, string: true } }, // 0 and "" are no settings
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
);
