import { useId } from 'react';
import { type Bar, BarChart } from '#web/components/chart/bar-chart.tsx';

type TimeBarsProps = {
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
  unit?: number;
};

export function TimeBars({ title, bars, format, formatTick, unit = 1 }: TimeBarsProps) {
  const titleId = useId();
  const most = bars.reduce<Bar | undefined>(
    (best, bar) => (best && best.value >= bar.value ? best : bar),
    undefined,
  );
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
      <BarChart
        label={title}
        bars={bars}
        format={format}
        formatTick={formatTick}
        unit={unit}
        empty="Nothing yet"
      />
    </figure>
  );
}
