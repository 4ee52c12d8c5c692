import { useQuery } from '@tanstack/react-query';
import type { JournalMonth } from '#contract/endpoints/books.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { JournalOfMonth, journalMonthsQuery } from '#web/features/books/journal-of-month.tsx';
import { Months, OPEN_MONTH_NOTES } from '#web/features/roster/month-list.tsx';

const noteOf = ({ state }: JournalMonth) => (state === 'closed' ? 'Closed' : OPEN_MONTH_NOTES[state]);

export function AdminBooksPage() {
  const months = useQuery({ ...journalMonthsQuery, staleTime: 0 });
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <PageHeading title="Books">
        The journal for your bookkeeper, day by day. Closed months never change.
      </PageHeading>
      <Months query={months} noteOf={noteOf}>
        {(month) => <JournalOfMonth key={month} month={month} />}
      </Months>
    </div>
  );
}
