// {{name}}: a bot for Tianming.
import { run } from "tianming";
import { choose } from "./choose.js";

await run(choose, { name: "{{name}}" });
