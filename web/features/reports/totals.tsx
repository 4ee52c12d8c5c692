import { queryOptions, useQuery } from '@tanstack/react-query';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import type { SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { browserTimeZone, formatCount, formatDay } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { reportPlaceSearch, searchFor } from '#web/lib/search-params.ts';

type Figure = { label: string; value: string; now: number; before: number; isGoodUp?: boolean };

export function describeChange(now: number, before: number): string {
  if (now === before) return 'unchanged';
  if (before <= 0) return now > before ? 'up from 0' : 'down';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return now > before ? 'slightly up' : 'slightly down';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

function totalsOf({ totals, previous }: SalesReport): Figure[] {
  return [
    { label: 'Net sales', value: formatCents(totals.net), now: totals.net, before: previous.net },
    {
      label: 'Orders',
      value: formatCount(totals.orders),
      now: totals.orders,
      before: previous.orders,
    },
    {
      label: 'Customers',
      value: formatCount(totals.customers),
      now: totals.customers,
      before: previous.customers,
    },
    {
      label: 'Refunds and disputes',
      value: formatCents(totals.refunds + totals.disputes),
      now: totals.refunds + totals.disputes,
      before: previous.refunds + previous.disputes,
      isGoodUp: false,
    },
  ];
}

function toneOf({ now, before, isGoodUp = true }: Figure): string {
  if (now === before) return 'text-ink-2';
  return now > before === isGoodUp ? 'text-ok' : 'text-bad';
}

export function Totals({ report }: { report: SalesReport }) {
  const { previous, totals } = report;
  return (
    <section aria-label="Totals" className="grid gap-2">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line desk:grid-cols-4">
        {totalsOf(report).map((figure) => (
          <div key={figure.label} className="grid content-start gap-1 bg-surface p-4 desk:p-5">
            <dt className="text-14 text-ink-2">{figure.label}</dt>
            <dd className="text-22 leading-none font-[750] tracking-[-0.02em] tabular-nums desk:text-28">
              {figure.value}
            </dd>
            <dd className={`text-13 font-semibold ${toneOf(figure)}`}>
              {describeChange(figure.now, figure.before)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-ink-2">
        Gross {formatCents(totals.gross)}, refunds {formatCents(totals.refunds)}, disputes{' '}
        {formatCents(totals.disputes)}, card fees so far {formatCents(totals.fees)}. The provider names its
        fees some minutes after a sale; then net is what reaches the bank
        {report.account_fees === 0
          ? ''
          : `, before ${formatCents(report.account_fees)} of fees that belong to no sale`}
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
  const totals = [
    { label: 'Net sales today', value: formatCents(net), change: describeChange(net, previous_net) },
    {
      label: 'Orders today',
      value: formatCount(orders),
      change: describeChange(orders, previous_orders),
    },
  ];
  return (
    <section aria-label="Today" className="grid gap-1">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line">
        {totals.map(({ label, value, change }) => (
          <div key={label} className="grid content-start gap-1 bg-surface p-4 desk:p-6">
            <dt className="text-14 text-ink-2">{label}</dt>
            <dd className="text-28 leading-none font-[750] tracking-[-0.02em] tabular-nums desk:text-36">
              {value}
            </dd>
            <dd className="text-13 font-semibold text-ink-2">{change}</dd>
          </div>
        ))}
      </dl>
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

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) =>
    callApi(overviewEndpoints.adminOverview, { query: { time_zone: browserTimeZone() }, signal }),
  refetchInterval: EVERY_MINUTE,
  refetchOnWindowFocus: true,
});
