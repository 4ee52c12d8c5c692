import { useId } from 'react';

const [WIDTH, HEIGHT, GAP] = [1000, 200, 0.2];

export type TimeBar = { key: string; name: string; value: number };

/** Bars below zero hang from the same line, and a few bars are no wider than many. */
export function layBars(values: readonly number[]) {
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)];
  const scale = HEIGHT / (top - bottom);
  const step = WIDTH / Math.max(values.length, 12);
  const zero = top * scale;
  const bars = values.map((value, index) => ({
    x: step * (index + GAP / 2),
    y: value >= 0 ? zero - value * scale : zero,
    width: step * (1 - GAP),
    height: Math.abs(value) * scale,
    isBelow: value < 0,
  }));
  return { bars, zero };
}

type TimeBarsProps = { title: string; bars: readonly TimeBar[]; format: (value: number) => string };

export function TimeBars({ title, bars, format }: TimeBarsProps) {
  const titleId = useId();
  const layout = layBars(bars.map((bar) => bar.value));
  const most = bars.reduce<TimeBar | undefined>(
    (best, bar) => (best && best.value >= bar.value ? best : bar),
    undefined,
  );
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure aria-labelledby={titleId} className="grid min-w-0 content-start gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={titleId} className="text-15 font-[650]">
          {title}
        </span>
        {most && most.value > 0 && (
          <span className="text-13 text-ink-2 tabular-nums">
            Most: {format(most.value)}, {most.name}
          </span>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        className="h-[96px] w-full desk:h-[128px]"
      >
        {bars.map((bar, index) => {
          const place = layout.bars[index];
          return (
            place && (
              <rect
                key={bar.key}
                x={place.x}
                y={place.y}
                width={place.width}
                height={place.height}
                className={`transition-all duration-(--d3) ${place.isBelow ? 'fill-bad' : 'fill-spot'}`}
              >
                <title>{`${bar.name}: ${format(bar.value)}`}</title>
              </rect>
            )
          );
        })}
        <line
          x1={0}
          x2={WIDTH}
          y1={layout.zero}
          y2={layout.zero}
          className="stroke-edge"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden className="flex min-h-4.5 justify-between text-12 text-ink-2 tabular-nums">
        <span>{first?.name}</span>
        {bars.length >= 12 && <span>{last?.name}</span>}
      </p>
    </figure>
  );
}
