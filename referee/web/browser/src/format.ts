/** Numbers and times as people read them. */

/** A number with a fixed count of decimals and a real minus sign. */
export function decimal(value: number, digits = 0): string {
  return value.toFixed(digits).replace("-", "−");
}

/** A share of one as per cent. */
export function percent(share: number): string {
  return `${hundredths(share)} %`;
}

/** A share of one in hundredths. It is 0 or 100 only where the share is 0 or 1. */
export function hundredths(share: number): string {
  if (share > 0 && share < 0.005) return "<1";
  if (share < 1 && share >= 0.995) return ">99";
  return decimal(100 * share);
}

/** Seconds that a clock has left: `4:07`, or `9.3` in the last ten seconds. */
export function clockTime(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A short stretch of time, in the unit that fits it. */
export function duration(seconds: number): string {
  if (seconds < 0.0005) return "< 1 ms";
  if (seconds < 1) return `${decimal(seconds * 1000)} ms`;
  if (seconds < 100) return `${decimal(seconds, 1)} s`;
  return `${decimal(seconds / 60)} min`;
}

/** `1 match`, `2 matches`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** A day and a time, as the reader's system writes them in its zone. */
export function dayAndTime(iso: string): string {
  return new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A size in the unit that fits it. */
export function bytes(size: number): string {
  if (size < 1024) return count(size, "byte");
  const kibibytes = size / 1024;
  return kibibytes < 1024 ? `${decimal(kibibytes, 1)} KiB` : `${decimal(kibibytes / 1024, 1)} MiB`;
}

/** A text of a program without characters that hide or turn others around. */
export function plain(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}

/** What a bot declared as words: tokens, and the cost in US dollars; empty for nothing. */
export function usage(tokensIn = 0, tokensOut = 0, cost = 0): string {
  const tokens = `${tokensIn.toLocaleString("en")} tokens in, ${tokensOut.toLocaleString("en")} out`;
  const money = cost ? `$${decimal(cost, cost < 1 ? 4 : 2)}` : "";
  return [tokensIn || tokensOut ? tokens : "", money].filter(Boolean).join(", ");
}
