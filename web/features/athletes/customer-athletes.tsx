import { useQuery } from '@tanstack/react-query';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { customerAthletesQuery } from './athletes.query.ts';

const CELL = 'px-3 py-2.5 text-left';

/** For staff: whom a customer looks for and since when they may, never a face. */
export function CustomerAthletes({ userId }: { userId: number }) {
  const athletes = useQuery(customerAthletesQuery(userId));
  if (athletes.error && !athletes.data) {
    return <FailedState error={athletes.error} onRetry={athletes.refetch} />;
  }
  if (!athletes.data) return <Skeleton label="Loading the athletes" className="h-[240px]" />;
  if (athletes.data.length === 0) {
    return <EmptyState title="No athletes" sentence="This customer looks for nobody." />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section aria-label="Athletes" tabIndex={0} className="overflow-x-auto rounded-card border border-line">
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
          {athletes.data.map((athlete) => (
            <AthleteRow key={athlete.id} athlete={athlete} />
          ))}
        </tbody>
      </table>
    </section>
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
