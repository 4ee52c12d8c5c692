import { useQuery } from '@tanstack/react-query';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { customerAthletesQuery } from './athletes.query.ts';

const CELL = 'px-3 py-2.5 text-left';

export function CustomerAthletes({ userId }: { userId: number }) {
  const athletes = useQuery(customerAthletesQuery(userId));
  return (
    <QueryState
      query={athletes}
      loading={<Skeleton label="Loading athletes" className="h-[240px]" />}
      empty={<EmptyState title="No athletes" sentence="This customer has not added an athlete." />}
    >
      {(listed) => (
        <section
          aria-label="Athletes"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a sideways scroller must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-card border border-line"
        >
          <table className="w-full min-w-[640px] text-14 tabular-nums">
            <thead className="bg-sunk text-13 text-ink-2">
              <tr>
                {['Name', 'Team', 'Consent', 'Given by', 'Photos', 'Sure', 'Maybe', 'Added'].map((title) => (
                  <th key={title} scope="col" className={`${CELL} font-[650]`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {listed.map((athlete) => (
                <AthleteRow key={athlete.id} athlete={athlete} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </QueryState>
  );
}

function AthleteRow({ athlete }: { athlete: UserAthlete }) {
  const { consented_at, consent_version, consent_relation } = athlete;
  return (
    <tr className="border-line border-t">
      <th scope="row" className={`${CELL} font-[650]`}>
        {athlete.name}
        {athlete.deleted && <span className="font-normal text-ink-2"> (deleted)</span>}
      </th>
      <td className={`${CELL} text-ink-2`}>{athlete.team_name ?? 'None'}</td>
      <td className={CELL}>{consented_at ? `${formatDate(consented_at)} (${consent_version})` : 'None'}</td>
      <td className={`${CELL} text-ink-2`}>
        {consent_relation === 'self' ? 'The athlete' : consent_relation === 'guardian' ? 'Guardian' : ''}
      </td>
      <td className={CELL}>{athlete.user_athlete_reference_photos.length}</td>
      <td className={CELL}>{athlete.matches_sure}</td>
      <td className={CELL}>{athlete.matches_maybe}</td>
      <td className={`${CELL} text-ink-2`}>{formatDate(athlete.created_at)}</td>
    </tr>
  );
}
