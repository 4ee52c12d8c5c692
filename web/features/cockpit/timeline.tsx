import { useId } from 'react';
import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type Bar, BarChart } from '#web/components/chart/bar-chart.tsx';
import { ChartTable } from '#web/components/chart/chart-table.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { dayInZone, formatCount, formatHour, formatWeekday, formatWholeDollars } from '#web/lib/formats.ts';

export function Timeline({ cockpit: { timeline, event } }: { cockpit: Cockpit }) {
  const { step, bars } = timeline;
  const nameOf = (from: string) => {
    const day = formatWeekday(dayInZone(from, event.time_zone));
    return step === 'day' ? day : `${day}, ${formatHour(from, event.time_zone)}`;
  };
  const named = bars.map(({ from, photos, net }) => ({ key: from, name: nameOf(from), photos, net }));
  return (
    <SectionCard title={step === 'day' ? 'Day by day' : 'Hour by hour'}>
      {bars.length === 0 ? (
        <p className="text-15 text-ink-2">No photos or sales yet.</p>
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:grid-cols-2 desk:gap-10">
            <TimeBars
              title={`Photos by ${step}`}
              bars={named.map(({ photos, ...bar }) => ({ ...bar, value: photos }))}
              format={formatCount}
              formatTick={formatCount}
            />
            <TimeBars
              title={`Net sales by ${step}`}
              bars={named.map(({ net, ...bar }) => ({ ...bar, value: net }))}
              format={formatCents}
              formatTick={formatWholeDollars}
              unit={100}
            />
          </div>
          <ChartTable
            heads={[step === 'day' ? 'Day' : 'Hour', 'Photos', 'Net sales']}
            rows={named.map(({ key, name, photos, net }) => ({
              key,
              name,
              values: [formatCount(photos), formatCents(net)],
            }))}
          />
        </>
      )}
    </SectionCard>
  );
}

type TimeBarsProps = {
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
  unit?: number;
};

function TimeBars({ title, bars, format, formatTick, unit = 1 }: TimeBarsProps) {
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
