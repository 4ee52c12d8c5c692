import type { ReportMoney, SalesCharts, SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { BarChart } from '#web/components/chart/bar-chart.tsx';
import { ChartTable } from '#web/components/chart/chart-table.tsx';
import { countOf, dateFormat, formatHour, formatWeekday, formatWholeDollars } from '#web/lib/formats.ts';

const DOLLAR = 100;

type DayBarsProps = {
  days: SalesReport['by_day'];
  /** The days before, once they are known. */
  before: SalesCharts['before_by_day'] | undefined;
  onChoose: (span: Pick<BarSpan, 'from' | 'to'>) => void;
};

/** Shows days, or months if there are very many days. */
export function DayBars({ days, before, onChoose }: DayBarsProps) {
  const spans = toSpans(days);
  const unit = spans.length === days.length ? 'day' : 'month';
  const compared = before?.length === days.length ? sumBefore(spans, days, before) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BarChart
        label={`Net sales by ${unit}`}
        bars={spans.map((span, index) => ({
          key: span.from,
          name: nameSpan(span),
          value: span.net,
          before: compared?.[index],
        }))}
        format={formatCents}
        formatTick={formatWholeDollars}
        unit={DOLLAR}
        beforeLabel={compared && `Same ${unit}, previous period`}
        onChoose={({ key }) => {
          const span = spans.find(({ from }) => from === key);
          if (span) onChoose(span);
        }}
        empty="No sales on these days"
      />
      <ChartTable
        heads={[
          unit === 'day' ? 'Day' : 'Month',
          'Gross',
          'Refunds',
          'Disputes',
          'Fees',
          'Net',
          ...(compared ? ['Before'] : []),
        ]}
        rows={spans.map((span, index) => ({
          key: span.from,
          name: (
            <button
              type="button"
              onClick={() => onChoose(span)}
              className="underline decoration-edge underline-offset-4"
            >
              {nameSpan(span)}
            </button>
          ),
          values: [
            ...[span.gross, span.refunds, span.disputes, span.fees, span.net].map((cents) =>
              formatCents(cents),
            ),
            ...(compared ? [formatCents(compared[index] ?? 0)] : []),
          ],
        }))}
      />
    </div>
  );
}

type Day = SalesReport['by_day'][number];
/** The span of one bar: a day, or a month of a long range. */
type BarSpan = ReportMoney & { from: string; to: string };

const MAX_DAY_BARS = 400;

export function toSpans(days: readonly Day[]): BarSpan[] {
  if (days.length <= MAX_DAY_BARS) return days.map(({ day, ...money }) => ({ from: day, to: day, ...money }));
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].map((month) => {
    const [first, last] = [month[0] as Day, month.at(-1) as Day];
    const { day: _first, ...none } = first;
    const sums = { ...none };
    for (const name of Object.keys(sums) as (keyof ReportMoney)[]) {
      sums[name] = month.reduce((sum, day) => sum + day[name], 0);
    }
    return { from: first.day, to: last.day, ...sums };
  });
}

/** The previous period's total for each bar. */
export function sumBefore(
  spans: readonly BarSpan[],
  days: readonly Pick<Day, 'day'>[],
  before: readonly number[],
): number[] {
  return spans.map(({ from, to }) =>
    days.reduce((sum, { day }, at) => (day >= from && day <= to ? sum + (before[at] ?? 0) : sum), 0),
  );
}

const MONTH = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }, 'en-US');

export function nameSpan({ from, to }: Pick<BarSpan, 'from' | 'to'>): string {
  return from === to ? formatWeekday(from) : MONTH.format(new Date(from));
}

const nameHour = (hour: number) =>
  formatHour(new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), 'UTC', 'en-US');

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

/** The best teams. A list of bars is its own table: each line says what its bar shows. */
export function TeamBars({ teams }: { teams: SalesCharts['by_team'] }) {
  const largest = Math.max(1, ...teams.map(({ net }) => net));
  if (teams.length === 0) return <p className="text-15 text-ink-2">No sales on these days</p>;
  return (
    <ol className="grid gap-2.5 text-14">
      {teams.map(({ program_name, team_name, albums, net }) => (
        <li key={`${program_name} ${team_name}`} className="grid gap-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate">
              <b className="font-[650]">{program_name}</b> {team_name}
              <span className="text-13 text-ink-2"> {countOf(albums, 'album')}</span>
            </span>
            <span className="flex-none font-semibold tabular-nums">{formatCents(net)}</span>
          </span>
          <Bar part={net / largest} />
        </li>
      ))}
    </ol>
  );
}

/** `part` is between 0 and 1. */
export function Bar({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="block h-1.5 w-full">
      <rect width={100} height={1} className="fill-sunk" />
      <rect width={Math.min(100, Math.max(0, part * 100))} height={1} className="fill-spot" />
    </svg>
  );
}
