import { useQuery } from '@tanstack/react-query';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import type { ReportMoney, SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type Figure, Figures } from '#web/components/figures.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { browserTimeZone, formatCount, formatDay } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { reportPlaceSearch, searchFor } from '#web/lib/search-params.ts';

type Compared = { label: string; value: string; now: number; before: number; isGoodUp?: boolean };

export function describeChange(now: number, before: number): string {
  if (now === before) return 'unchanged';
  if (before <= 0) return now > before ? 'up from 0' : 'down';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return now > before ? 'slightly up' : 'slightly down';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

const figureOf = (label: string, now: number, before: number, format: (value: number) => string) => ({
  label,
  now,
  before,
  value: format(now),
});

function toneOf({ now, before, isGoodUp = true }: Compared): string {
  if (now === before) return 'text-ink-2';
  return now > before === isGoodUp ? 'text-ok' : 'text-bad';
}

/** The figures of today have no tone, because a day that is not over says little. */
function compared(figure: Compared, hasTone: boolean): Figure {
  const { label, value, now, before } = figure;
  const look = `font-semibold ${hasTone ? toneOf(figure) : ''}`;
  return { label, value, note: <span className={look}>{describeChange(now, before)}</span> };
}

export function Totals({ report }: { report: SalesReport }) {
  const { previous, totals } = report;
  const returnedOf = ({ refunds, disputes }: ReportMoney) => refunds + disputes;
  const figures = [
    figureOf('Net sales', totals.net, previous.net, formatCents),
    figureOf('Orders', totals.orders, previous.orders, formatCount),
    figureOf('Customers', totals.customers, previous.customers, formatCount),
    {
      ...figureOf('Refunds and disputes', returnedOf(totals), returnedOf(previous), formatCents),
      isGoodUp: false,
    },
  ];
  return (
    <section aria-label="Totals" className="grid gap-2">
      <Figures figures={figures.map((one) => compared(one, true))} />
      <p className="text-13 text-ink-2">
        Gross {formatCents(totals.gross)}, refunds {formatCents(totals.refunds)}, disputes{' '}
        {formatCents(totals.disputes)}, card fees so far {formatCents(totals.fees)}. Card fees arrive a few
        minutes after each sale, and net sales go down then
        {report.account_fees === 0
          ? ''
          : `. Another ${formatCents(report.account_fees)} in fees isn’t tied to a sale`}
        . Compared with {formatDay(previous.start_date)}
        {previous.end_date === previous.start_date ? '' : ` to ${formatDay(previous.end_date)}`}
        {previous.is_partial ? ' at this time' : ''}.
      </p>
    </section>
  );
}

export function TodayTotals() {
  const { data } = useQuery(overviewQuery);
  if (!data?.today) return null;
  const { net, orders, previous_net, previous_orders } = data.today;
  const figures = [
    figureOf('Net sales today', net, previous_net, formatCents),
    figureOf('Orders today', orders, previous_orders, formatCount),
  ];
  return (
    <section aria-label="Today" className="grid gap-1">
      <Figures figures={figures.map((one) => compared(one, false))} isLarge />
      <p className="flex flex-wrap items-center gap-x-3 text-13 text-ink-2">
        Compared with yesterday at this time.
        <TextLink to={paths.adminReports} search={searchFor(reportPlaceSearch, { range: 'today' })}>
          All reports
        </TextLink>
      </p>
    </section>
  );
}

const EVERY_MINUTE = 60_000;

export const overviewQuery = apiQuery(['admin', 'overview'], overviewEndpoints.adminOverview, {
  query: { time_zone: browserTimeZone() },
  refetchInterval: EVERY_MINUTE,
  refetchOnWindowFocus: true,
});
