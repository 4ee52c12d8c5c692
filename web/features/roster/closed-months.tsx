import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { searchFor, statementPlaceSearch } from '#web/lib/search-params.ts';
import { nameOfMonth } from './month-statements.tsx';
import { monthsQuery } from './roster.query.ts';

const MONTHS_SHOWN = 6;

/** The newest months and whether they are closed; their statements have their own page. */
export function ClosedMonths() {
  const months = useQuery({ ...monthsQuery, staleTime: 0 });
  return (
    <SectionCard title="Statements" intro="Closed months never change. Later changes go into the next month.">
      <QueryState query={months} loading={<Skeleton label="Loading months" className="h-40" />}>
        {(all) => (
          <ul aria-label="Statements">
            {all.slice(0, MONTHS_SHOWN).map(({ month, state, statements, earned }) => (
              <li key={month} className="flex items-center gap-3 border-line border-t text-14">
                <TextLink to={paths.adminStatements} search={searchFor(statementPlaceSearch, { month })}>
                  {nameOfMonth(month)}
                </TextLink>
                {state === 'closed' && <Lock size={15} aria-label="Closed" />}
                <span className="ml-auto text-13 text-ink-2 tabular-nums">
                  {state === 'closed'
                    ? `${countOf(statements ?? 0, 'statement')}, ${formatCents(earned ?? 0)}`
                    : WORDS[state]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SectionCard>
  );
}

const WORDS = { due: 'Ready to close', waiting: 'Open', running: 'Still running' } as const;
