import { useQuery } from '@tanstack/react-query';
import { formatCents } from '#contract/rules/money.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { reportPlaceSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { changeInWords } from './figures.tsx';
import { overviewQuery } from './overview.query.ts';

export function TodayFigures() {
  const { data } = useQuery(overviewQuery);
  if (!data?.today) return null;
  const { net, orders, previous_net, previous_orders } = data.today;
  const figures = [
    { label: 'Net sales today', value: formatCents(net), change: changeInWords(net, previous_net) },
    {
      label: 'Orders today',
      value: orders.toLocaleString('en-US'),
      change: changeInWords(orders, previous_orders),
    },
  ];
  return (
    <section aria-label="Today" className="grid gap-1">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line">
        {figures.map(({ label, value, change }) => (
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
