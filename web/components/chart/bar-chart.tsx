import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export type Bar = {
  key: string;
  /** The full name, for the read-out. */
  name: string;
  value: number;
  /** The bar at the same place in the previous period. */
  before?: number | undefined;
};

type BarChartProps = {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** A shorter form for the axis. */
  formatTick: (value: number) => string;
  unit?: number;
  /** Names the marks of the period before; without it there are none. */
  beforeLabel?: string | undefined;
  onChoose?: (bar: Bar) => void;
  /** Shown instead of a chart without bars. */
  empty: string;
};

const GAP = 0.25;
/** A few bars are no wider than those of a week. */
const FEWEST_PLACES = 7;
const HEIGHT = 'h-[180px] desk:h-[220px]';

/** Bars on a value axis of round numbers. The pointer or the arrow keys read out a bar, and Enter opens it. */
export function BarChart(props: BarChartProps) {
  const { label, bars, format, formatTick, unit = 1, beforeLabel, onChoose, empty } = props;
  const [active, setActive] = useState<number>();
  const all = bars.flatMap(({ value, before = 0 }) => [value, before]);
  if (all.every((value) => value === 0)) {
    return <p className="rounded-card bg-sunk px-4 py-8 text-center text-15 text-ink-2">{empty}</p>;
  }
  const ticks = roundTicks(all, { unit });
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const place = (value: number) => ((top - value) / (top - bottom)) * 100;
  const places = Math.max(bars.length, FEWEST_PLACES);
  const chosen = active === undefined ? undefined : bars[active];
  const indexAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * places)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = bars.length - 1;
    const moves: Record<string, number> = {
      ArrowRight: Math.min(last, (active ?? -1) + 1),
      ArrowLeft: Math.max(0, (active ?? bars.length) - 1),
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter' && chosen && onChoose) onChoose(chosen);
    else if (event.key === 'Escape') setActive(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1.5">
      <div aria-hidden className={`relative min-w-9 text-11 tabular-nums text-ink-2 ${HEIGHT}`}>
        <span className="invisible">{formatTick(longest(ticks, formatTick))}</span>
        {ticks.map((tick) => (
          <span
            key={tick}
            style={{ top: `${place(tick)}%` }}
            className="absolute right-0 -translate-y-1/2 leading-none"
          >
            {formatTick(tick)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds form fields, and this is a chart */}
      <div
        role="group"
        aria-roledescription="Chart"
        aria-label={`${label}. Arrow keys read out the bars.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk through the bars
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(undefined)}
        onPointerMove={(event) => setActive(indexAt(event))}
        onPointerLeave={() => setActive(undefined)}
        onClick={() => chosen && onChoose?.(chosen)}
        className={`relative ${HEIGHT} ${onChoose ? 'cursor-pointer' : ''}`}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden className="size-full">
          {ticks.map((tick) => (
            <line
              key={tick}
              x1={0}
              x2={100}
              y1={place(tick)}
              y2={place(tick)}
              vectorEffect="non-scaling-stroke"
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {bars.map((bar, index) => (
            <Column
              key={bar.key}
              bar={bar}
              left={(100 / places) * index}
              width={100 / places}
              place={place}
              isActive={index === active}
              hasBefore={beforeLabel !== undefined}
            />
          ))}
        </svg>
        {chosen && active !== undefined && (
          <ReadOut
            bar={chosen}
            at={((active + 0.5) / places) * 100}
            format={format}
            beforeLabel={beforeLabel}
          />
        )}
        <span aria-live="polite" className="sr-only">
          {chosen && sayBar(chosen, format, beforeLabel)}
        </span>
      </div>
      <p
        aria-hidden
        style={{ width: `${(bars.length / places) * 100}%` }}
        className="col-start-2 flex min-w-fit justify-between gap-3 text-12 whitespace-nowrap text-ink-2 tabular-nums"
      >
        {namedBars(bars).map(({ key, name }) => (
          <span key={key}>{name}</span>
        ))}
      </p>
      {beforeLabel && (
        <p aria-hidden className="col-start-2 flex flex-wrap gap-x-4 text-12 text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <i className="size-2.5 rounded-[2px] bg-spot" />
            This period
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i className="h-0.5 w-3.5 bg-ink" />
            {beforeLabel}
          </span>
        </p>
      )}
    </div>
  );
}

function longest(ticks: readonly number[], format: (value: number) => string): number {
  return ticks.reduce((most, tick) => (format(tick).length > format(most).length ? tick : most), 0);
}

/** The first, the middle and the last one. */
function namedBars(bars: readonly Bar[]): Bar[] {
  const places =
    bars.length > 6 ? [0, Math.floor((bars.length - 1) / 2), bars.length - 1] : [0, bars.length - 1];
  return [...new Set(places)].flatMap((at) => bars[at] ?? []);
}

function sayBar(bar: Bar, format: (value: number) => string, beforeLabel: string | undefined): string {
  const before = beforeLabel && bar.before !== undefined ? `. ${beforeLabel}: ${format(bar.before)}` : '';
  return `${bar.name}: ${format(bar.value)}${before}`;
}

type ColumnProps = {
  bar: Bar;
  left: number;
  width: number;
  place: (value: number) => number;
  isActive: boolean;
  hasBefore: boolean;
};

function Column({ bar, left, width, place, isActive, hasBefore }: ColumnProps) {
  const [start, end] = [left + (width * GAP) / 2, left + width * (1 - GAP / 2)];
  const [zero, tip] = [place(0), place(bar.value)];
  return (
    <>
      {isActive && <rect x={left} y={0} width={width} height={100} className="fill-sunk" />}
      <rect
        x={start}
        y={Math.min(zero, tip)}
        width={end - start}
        height={Math.abs(zero - tip)}
        className={bar.value < 0 ? 'fill-bad' : 'fill-spot'}
      />
      {hasBefore &&
        bar.before !== undefined &&
        bar.before !== 0 &&
        // The wider line below keeps the mark visible on the bar and beside it.
        [
          ['stroke-surface', 5],
          ['stroke-ink', 2],
        ].map(([color, thickness]) => (
          <line
            key={color}
            x1={start}
            x2={end}
            y1={place(bar.before ?? 0)}
            y2={place(bar.before ?? 0)}
            strokeWidth={thickness}
            vectorEffect="non-scaling-stroke"
            className={String(color)}
          />
        ))}
    </>
  );
}

type ReadOutProps = {
  bar: Bar;
  at: number;
  format: (value: number) => string;
  beforeLabel: string | undefined;
};

/** It stays inside the chart: near the edges it grows towards the middle. */
function ReadOut({ bar, at, format, beforeLabel }: ReadOutProps) {
  const side = at < 25 ? 'translate-x-0' : at > 75 ? '-translate-x-full' : '-translate-x-1/2';
  return (
    <p
      aria-hidden
      style={{ left: `${at}%` }}
      className={`pointer-events-none absolute top-1 z-1 grid rounded-tile bg-ink px-2.5 py-1.5 text-12 whitespace-nowrap text-bg tabular-nums shadow-2 ${side}`}
    >
      <span>{bar.name}</span>
      <b className="text-14">{format(bar.value)}</b>
      {beforeLabel && bar.before !== undefined && (
        <span>
          {beforeLabel}: {format(bar.before)}
        </span>
      )}
    </p>
  );
}

// The value axis of a chart: a few round numbers that hold all values.

const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step that is at least `rough`; steps below one are not useful for cents and counts. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = STEPS.find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10;
  return step * power;
}

/**
 * Returns round numbers from below the lowest value to above the highest. Zero is always one of them. `unit` is the
 * smallest step, such as 100 for amounts in cents.
 */
export function roundTicks(values: readonly number[], { unit = 1, steps = 4 } = {}): number[] {
  const top = Math.max(unit, ...values) / unit;
  const bottom = Math.min(0, ...values) / unit;
  const step = roundStep((top - bottom) / steps);
  const [first, last] = [Math.floor(bottom / step), Math.ceil(top / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step * unit);
}
