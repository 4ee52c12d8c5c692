import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { StatementMonth } from '#contract/endpoints/statements.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { searchFor, statementPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { nameOfMonth } from './month-statements.tsx';
import { monthsQuery } from './roster.query.ts';

type Month = Pick<StatementMonth, 'month' | 'state'>;

export const OPEN_MONTH_NOTES = { due: 'Ready to close', waiting: 'Open', running: 'Running' } as const;

export const noteOfMonth = ({ state, statements, earned }: StatementMonth) =>
  state === 'closed'
    ? `${countOf(statements ?? 0, 'statement')}, ${formatCents(earned ?? 0)}`
    : OPEN_MONTH_NOTES[state];

type MonthsProps<M extends Month> = {
  query: ComponentProps<typeof QueryState<M[]>>['query'];
  noteOf: (month: M) => string;
  children: (month: string) => ReactNode;
};

/** All months beside the open one, which is the first that can be closed until somebody chooses another. */
export function Months<M extends Month>({ query, noteOf, children }: MonthsProps<M>) {
  const { search, change } = useSearchState(statementPlaceSearch);
  return (
    <QueryState query={query} loading={<Skeleton label="Loading months" className="h-96" />}>
      {(all) => {
        const open =
          all.find(({ month }) => month === search.month) ??
          all.find(({ state }) => state === 'due') ??
          all[0];
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-[260px_minmax(0,1fr)] print:block">
            <ul
              aria-label="Months"
              className="-mx-4 flex gap-2 overflow-x-auto px-4 desk:mx-0 desk:grid desk:max-h-[70dvh] desk:gap-1 desk:overflow-y-auto desk:px-0 print:hidden"
            >
              {all.map((month) => (
                <li key={month.month} className="flex-none">
                  <button
                    type="button"
                    aria-current={month === open ? 'true' : undefined}
                    onClick={() => void change({ month: month.month }, { push: true })}
                    className="grid min-h-14 w-full gap-0.5 rounded-ctl border border-line px-4 py-2 text-left hover:bg-sunk aria-[current]:border-ink aria-[current]:bg-sunk"
                  >
                    <span className="flex items-center gap-1.5 text-15 font-[650]">
                      {month.state === 'closed' && <Lock size={15} aria-label="Closed" />}
                      {nameOfMonth(month.month)}
                    </span>
                    <span
                      className={`text-13 ${month.state === 'due' ? 'font-semibold text-warn' : 'text-ink-2'}`}
                    >
                      {noteOf(month)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {open && children(open.month)}
          </div>
        );
      }}
    </QueryState>
  );
}

const MONTHS_SHOWN = 6;

/** The newest months and whether they are closed; their statements have a page of their own. */
export function ClosedMonths() {
  const months = useQuery({ ...monthsQuery, staleTime: 0 });
  return (
    <SectionCard title="Statements" intro="Closed months never change. Later changes go into the next month.">
      <QueryState query={months} loading={<Skeleton label="Loading months" className="h-40" />}>
        {(all) => (
          <ul aria-label="Statements">
            {all.slice(0, MONTHS_SHOWN).map((month) => (
              <li key={month.month} className="flex items-center gap-3 border-line border-t text-14">
                <TextLink
                  to={paths.adminStatements}
                  search={searchFor(statementPlaceSearch, { month: month.month })}
                >
                  {nameOfMonth(month.month)}
                </TextLink>
                {month.state === 'closed' && <Lock size={15} aria-label="Closed" />}
                <span className="ml-auto text-13 text-ink-2 tabular-nums">{noteOfMonth(month)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SectionCard>
  );
}
