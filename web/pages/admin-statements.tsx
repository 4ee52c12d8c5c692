import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Months, noteOfMonth } from '#web/features/roster/month-list.tsx';
import { MonthStatements } from '#web/features/roster/month-statements.tsx';
import { PhotographersNav } from '#web/features/roster/photographers-nav.tsx';
import { monthsQuery } from '#web/features/roster/roster.query.ts';
import { statementPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

export function AdminStatementsPage() {
  const months = useQuery({ ...monthsQuery, staleTime: 0 });
  const { change } = useSearchState(statementPlaceSearch);
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <PageHeading title="Photographers">
        What everyone earned, month by month. Closed months never change.
      </PageHeading>
      <PhotographersNav current="Statements" />
      <Months query={months} noteOf={noteOfMonth}>
        {(month) => <MonthStatements key={month} month={month} onClosed={() => void change({ month })} />}
      </Months>
    </div>
  );
}
