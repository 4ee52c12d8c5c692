import { useQuery } from '@tanstack/react-query';
import { FailedState } from '#web/components/failed-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { AddAthlete } from '#web/features/athletes/add-athlete.tsx';
import { athletesQuery } from '#web/features/athletes/athletes.query.ts';
import { MatchingOff } from '#web/features/athletes/matching-off.tsx';
import { teamName } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

/** Also for one that exists (?athlete=): more photos, or a consent that has to be given again. */
export function AddNewAthletePage() {
  const { team_subscriptions } = useUser();
  const wantedId = Number(useSearchText('athlete')) || undefined;
  const athletes = useQuery({ ...athletesQuery, enabled: wantedId !== undefined });
  const isOn = useFaceMatching();
  const teams = [...new Set(team_subscriptions.map(teamName))];
  return (
    <div className="wrap py-6 desk:py-12">
      <div className="mx-auto grid max-w-[560px] gap-6">
        {!isOn ? (
          <OffPage />
        ) : wantedId === undefined || athletes.data ? (
          <AddAthlete athlete={athletes.data?.find(({ id }) => id === wantedId)} teams={teams} />
        ) : athletes.error ? (
          <FailedState error={athletes.error} onRetry={athletes.refetch} />
        ) : (
          <Skeleton label="Loading" className="h-[480px]" />
        )}
      </div>
    </div>
  );
}

function OffPage() {
  return (
    <>
      <PageHeading title="Add an athlete" />
      <MatchingOff />
    </>
  );
}
