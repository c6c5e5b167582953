// A bot that takes any option, all equally likely: it plays every game and knows none.
import { run } from "tianming";

await run(({ match, optionCount }) => match.random.below(optionCount), { name: "random" });
