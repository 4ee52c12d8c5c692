import type { SalesCharts } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { BarChart } from '#web/components/chart/bar-chart.tsx';
import { ChartTable } from '#web/components/chart/chart-table.tsx';
import { formatWholeDollars } from '#web/lib/dollars.ts';

const HOUR = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' });
const nameHour = (hour: number) => HOUR.format(new Date(Date.UTC(2026, 0, 1, hour)));

/** Net sales by the hour of the day. */
export function HourBars({ hours }: { hours: SalesCharts['by_hour'] }) {
  const bars = hours.map((value, hour) => ({ key: String(hour), name: nameHour(hour), value }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BarChart
        label="Net sales by hour of the day"
        bars={bars}
        format={formatCents}
        formatTick={formatWholeDollars}
        unit={100}
        empty="No sales on these days"
      />
      <ChartTable
        heads={['Hour', 'Net']}
        rows={bars.map(({ key, name, value }) => ({ key, name, values: [formatCents(value)] }))}
      />
    </div>
  );
}
