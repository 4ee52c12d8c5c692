import { queryOptions, useQuery } from '@tanstack/react-query';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import type { ReportMoney, SalesReport } from '#contract/endpoints/reports.ts';
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

const figureOf = (label: string, now: number, before: number, format: (value: number) => string) => ({
  label,
  now,
  before,
  value: format(now),
});

function toneOf({ now, before, isGoodUp = true }: Figure): string {
  if (now === before) return 'text-ink-2';
  return now > before === isGoodUp ? 'text-ok' : 'text-bad';
}

type FiguresProps = { figures: readonly Figure[]; isLarge?: boolean };

/** The large figures of today have no tone, because a day that is not over says little. */
function Figures({ figures, isLarge = false }: FiguresProps) {
  return (
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line ${isLarge ? '' : 'desk:grid-cols-4'}`}
    >
      {figures.map((figure) => (
        <div
          key={figure.label}
          className={`grid content-start gap-1 bg-surface p-4 ${isLarge ? 'desk:p-6' : 'desk:p-5'}`}
        >
          <dt className="text-14 text-ink-2">{figure.label}</dt>
          <dd
            className={`leading-none font-[750] tracking-[-0.02em] tabular-nums ${isLarge ? 'text-28 desk:text-36' : 'text-22 desk:text-28'}`}
          >
            {figure.value}
          </dd>
          <dd className={`text-13 font-semibold ${isLarge ? 'text-ink-2' : toneOf(figure)}`}>
            {describeChange(figure.now, figure.before)}
          </dd>
        </div>
      ))}
    </dl>
  );
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
      <Figures figures={figures} />
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
  const figures = [
    figureOf('Net sales today', net, previous_net, formatCents),
    figureOf('Orders today', orders, previous_orders, formatCount),
  ];
  return (
    <section aria-label="Today" className="grid gap-1">
      <Figures figures={figures} isLarge />
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
