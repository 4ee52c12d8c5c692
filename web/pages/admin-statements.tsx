import { useQuery } from '@tanstack/react-query';
import type { StatementMonth } from '#contract/endpoints/statements.ts';
import { formatCents } from '#contract/rules/money.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { MonthList, OPEN_MONTH_NOTES } from '#web/features/roster/month-list.tsx';
import { MonthStatements } from '#web/features/roster/month-statements.tsx';
import { PhotographersNav } from '#web/features/roster/photographers-nav.tsx';
import { monthsQuery } from '#web/features/roster/roster.query.ts';
import { countOf } from '#web/lib/formats.ts';
import { statementPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

export function AdminStatementsPage() {
  const months = useQuery({ ...monthsQuery, staleTime: 0 });
  const { search, change } = useSearchState(statementPlaceSearch);
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <PageHeading title="Photographers">
        What everyone earned, month by month. Closed months never change.
      </PageHeading>
      <PhotographersNav current="Statements" />
      <QueryState query={months} loading={<Skeleton label="Loading months" className="h-96" />}>
        {(all) => {
          const open =
            all.find(({ month }) => month === search.month) ??
            all.find(({ state }) => state === 'due') ??
            all[0];
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-[260px_minmax(0,1fr)] print:block">
              <MonthList
                months={all}
                open={open?.month}
                noteOf={noteOf}
                onOpen={(month) => void change({ month }, { push: true })}
              />
              {open && (
                <MonthStatements
                  key={open.month}
                  month={open.month}
                  onClosed={() => void change({ month: open.month })}
                />
              )}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}

const noteOf = ({ state, statements, earned }: StatementMonth) =>
  state === 'closed'
    ? `${countOf(statements ?? 0, 'statement')}, ${formatCents(earned ?? 0)}`
    : OPEN_MONTH_NOTES[state];
