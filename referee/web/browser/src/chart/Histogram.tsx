/** How many values fall into each bin. */

import { useRef } from "preact/hooks";
import type { TimeBin } from "../api/model.ts";
import { count, duration } from "../format.ts";
import { linear } from "./scale.ts";
import { useWidth } from "./useWidth.ts";

const HEIGHT = 180;
const BOTTOM = 24;

export function Histogram({ bins }: { readonly bins: readonly TimeBin[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 400);
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  const y = linear([0, most], [HEIGHT - BOTTOM, 14]);
  const x = linear([0, Math.max(1, bins.length)], [0, width]);
  const every = Math.ceil(bins.length / (width / 64));
  return (
    <div ref={frame}>
      <svg class="chart" width={width} height={HEIGHT} role="img" aria-label={inWords(bins)}>
        {bins.map((bin, index) => (
          <g key={bin.least} class="bin">
            <rect
              x={x(index) + 1}
              width={Math.max(1, x(1) - 2)}
              y={y(bin.count)}
              height={HEIGHT - BOTTOM - y(bin.count)}
              rx={2}
            >
              <title>{binInWords(bin)}</title>
            </rect>
            {index % every === 0 && (
              <text x={x(index) + 1} y={HEIGHT - 7}>
                {duration(bin.least)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function binInWords(bin: TimeBin): string {
  return `${duration(bin.least)} to ${duration(bin.most)}: ${count(bin.count, "answer")}`;
}

function inWords(bins: readonly TimeBin[]): string {
  return `Answers by time. ${bins
    .filter((bin) => bin.count)
    .map(binInWords)
    .join("; ")}.`;
}
