// {{name}}: a bot for Tianming.
import { run } from "tianming";
import { choose } from "./bot/choose.js";

await run(choose, { name: "{{name}}" });
