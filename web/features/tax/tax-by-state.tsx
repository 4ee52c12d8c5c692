import { useQuery } from '@tanstack/react-query';
import { type TaxOfState, taxEndpoints } from '#contract/endpoints/tax.ts';
import { formatCents } from '#contract/rules/money.ts';
import { US_STATES } from '#contract/rules/time-zones.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { Table } from '#web/components/table.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatMonth, todayIsoDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';

const NUMBER = 'text-right tabular-nums';

/** The tax of the month that is running; the report has the others. */
export function TaxByState() {
  const today = todayIsoDate();
  const query = useQuery(stateQuery(today.slice(0, 7)));
  return (
    <SectionCard
      title="Sales tax by state"
      intro={`${formatMonth(today)} so far, after refunds and disputes.`}
      aside={<TextLink to={paths.adminTax}>Tax report</TextLink>}
    >
      <QueryState query={query} loading={<Skeleton label="Loading tax" className="h-40" />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-15 text-ink-2">No tax was collected this month.</p>
          ) : (
            <Table
              label="Sales tax by state"
              rows={rows}
              keyOf={({ country, state }) => `${country} ${state}`}
              className="w-full text-14"
              headLook="*:pb-2 *:text-12 *:font-semibold *:text-ink-2"
              rowLook="*:border-line *:border-t *:py-2.5"
              columns={[
                {
                  key: 'state',
                  head: 'State',
                  isRowHead: true,
                  className: 'text-left font-[650]',
                  cell: nameOf,
                },
                {
                  key: 'sales',
                  head: 'Taxable sales',
                  className: NUMBER,
                  cell: (row) => formatCents(row.net_sales),
                },
                { key: 'tax', head: 'Tax', className: NUMBER, cell: (row) => formatCents(row.owed) },
              ]}
            />
          )
        }
      </QueryState>
    </SectionCard>
  );
}

function nameOf({ country, state }: TaxOfState): string {
  const known = country === 'US' && US_STATES.find(({ code }) => code === state);
  return known ? known.name : [country, state].filter(Boolean).join(' ') || 'Everywhere';
}

const stateQuery = (month: string) =>
  apiQuery(['staff', 'tax-by-state', month], taxEndpoints.taxByState, { query: { month } });
