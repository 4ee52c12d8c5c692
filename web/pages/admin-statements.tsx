import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { StatementMonth } from '#contract/endpoints/statements.ts';
import { formatCents } from '#contract/rules/money.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { MonthStatements, nameOfMonth } from '#web/features/roster/month-statements.tsx';
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

type MonthListProps = {
  months: readonly StatementMonth[];
  open: string | undefined;
  onOpen: (month: string) => void;
};

const NOTES = { due: 'Ready to close', waiting: 'Open', running: 'Running' } as const;

const noteOf = ({ state, statements, earned }: StatementMonth) =>
  state === 'closed' ? `${countOf(statements ?? 0, 'statement')}, ${formatCents(earned ?? 0)}` : NOTES[state];

function MonthList({ months, open, onOpen }: MonthListProps) {
  return (
    <ul
      aria-label="Months"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 desk:mx-0 desk:grid desk:max-h-[70dvh] desk:gap-1 desk:overflow-y-auto desk:px-0 print:hidden"
    >
      {months.map((month) => (
        <li key={month.month} className="flex-none">
          <button
            type="button"
            aria-current={month.month === open ? 'true' : undefined}
            onClick={() => onOpen(month.month)}
            className="grid min-h-14 w-full gap-0.5 rounded-ctl border border-line px-4 py-2 text-left hover:bg-sunk aria-[current]:border-ink aria-[current]:bg-sunk"
          >
            <span className="flex items-center gap-1.5 text-15 font-[650]">
              {month.state === 'closed' && <Lock size={15} aria-label="Closed" />}
              {nameOfMonth(month.month)}
            </span>
            <span className={`text-13 ${month.state === 'due' ? 'font-semibold text-warn' : 'text-ink-2'}`}>
              {noteOf(month)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
