import { useQuery } from '@tanstack/react-query';
import type { JournalMonth } from '#contract/endpoints/books.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { JournalOfMonth, journalMonthsQuery } from '#web/features/books/journal-of-month.tsx';
import { MonthList, OPEN_MONTH_NOTES } from '#web/features/roster/month-list.tsx';
import { statementPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

const noteOf = ({ state }: JournalMonth) => (state === 'closed' ? 'Closed' : OPEN_MONTH_NOTES[state]);

export function AdminBooksPage() {
  const months = useQuery({ ...journalMonthsQuery, staleTime: 0 });
  const { search, change } = useSearchState(statementPlaceSearch);
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <PageHeading title="Books">
        The journal for your bookkeeper, day by day. Closed months never change.
      </PageHeading>
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
              {open && <JournalOfMonth key={open.month} month={open.month} />}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}
