import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["node_modules/"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js"] },
        extraFileExtensions: [".svelte"],
      },
    },
  },
  {
    rules: {
      // Numbers in texts and addresses are what a table shows all day.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // An empty text and a zero are as good as none.
      "@typescript-eslint/prefer-nullish-coalescing": [
        "error",
        { ignorePrimitives: true, ignoreMixedLogicalExpressions: true },
      ],
      "no-restricted-syntax": ["error", { selector: "TSEnumDeclaration", message: "Use a union of texts." }],
      "no-restricted-imports": [
        "error",
        { name: "svelte/store", message: "Use a rune ($state) in a .svelte.ts file." },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // `void x` in an effect says: run again when x changes.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // A cast names the type it promises; `!` only says "trust me".
      "@typescript-eslint/non-nullable-type-assertion-style": "off",
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      // A page without https has no clipboard, and an event's target can be the document: the types do not know it.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // d3 calls the methods that it is given with their own object.
      "@typescript-eslint/unbound-method": "off",
      // Two dear rules, an eighth of the time, about what there is none of here: enums (types are unions) and stores.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "svelte/require-store-reactive-access": "off",
      // {" "} keeps a space that the compiler would drop.
      "svelte/no-useless-mustaches": "off",
      // svelte-check knows which warnings there are.
      "svelte/no-unused-svelte-ignore": "off",
      // The sets and maps here are made whole and replaced; none is changed in place while it is shown.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The service worker is served as it stands, without types.
    files: ["public/*.js"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // The linter does not see the types of bound components and of the template's events; svelte-check does.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
);
