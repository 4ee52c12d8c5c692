import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ChartTable } from '#web/components/chart/chart-table.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { formatWholeDollars } from '#web/lib/dollars.ts';
import { dayInZone, formatHour, formatWeekday } from '#web/lib/formats.ts';
import { TimeBars } from './time-bars.tsx';

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
