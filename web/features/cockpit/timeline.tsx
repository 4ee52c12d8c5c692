import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
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
            />
            <TimeBars
              title={`Net sales by ${step}`}
              bars={named.map(({ net, ...bar }) => ({ ...bar, value: net }))}
              format={formatCents}
            />
          </div>
          <details className="text-14 print:hidden">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] text-ink-2 hover:text-ink">
              As a table
            </summary>
            <table className="w-full text-right tabular-nums">
              <thead className="text-13 text-ink-2">
                <tr className="*:py-1.5 *:pl-4 *:font-semibold">
                  <th scope="col" className="pl-0! text-left">
                    {step === 'day' ? 'Day' : 'Hour'}
                  </th>
                  <th scope="col">Photos</th>
                  <th scope="col">Net sales</th>
                </tr>
              </thead>
              <tbody>
                {named.map(({ key, name, photos, net }) => (
                  <tr key={key} className="border-line border-t *:py-1.5 *:pl-4">
                    <th scope="row" className="pl-0! text-left font-normal">
                      {name}
                    </th>
                    <td>{formatCount(photos)}</td>
                    <td>{formatCents(net)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </SectionCard>
  );
}
