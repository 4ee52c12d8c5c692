import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { PhoneSection } from '#web/features/accounts/phone-section.tsx';
import { AddAthlete } from '#web/features/athletes/add-athlete.tsx';
import { ATHLETES_KEY, athletesQuery } from '#web/features/athletes/athletes.query.ts';
import { MatchingOff } from '#web/features/athletes/no-athletes.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { athletesSearch, useSearchState } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';

/** With ?athlete= it adds photos or renews the consent of an existing athlete. */
export function AddNewAthletePage() {
  const { team_subscriptions } = useUser();
  const wantedId = useSearchState(athletesSearch).search.athlete;
  const athletes = useQuery({ ...athletesQuery, enabled: wantedId !== undefined });
  const isOn = useFaceMatching();
  const client = useQueryClient();
  const phoneForm = (
    <PhoneSection onVerified={() => void client.invalidateQueries({ queryKey: ATHLETES_KEY })} />
  );
  const teams = [...new Set(team_subscriptions.map(teamName))];
  return (
    <div className="wrap py-6 desk:py-12">
      <div className="mx-auto grid max-w-[560px] gap-6">
        {!isOn ? (
          <OffPage />
        ) : wantedId === undefined ? (
          <AddAthlete athlete={undefined} teams={teams} phoneForm={phoneForm} />
        ) : (
          <QueryState query={athletes} loading={<Skeleton label={i18n.t('Loading')} className="h-[480px]" />}>
            {(known) => (
              <AddAthlete
                athlete={known.find(({ id }) => id === wantedId)}
                teams={teams}
                phoneForm={phoneForm}
              />
            )}
          </QueryState>
        )}
      </div>
    </div>
  );
}

function OffPage() {
  return (
    <>
      <PageHeading title={i18n.t('Add an athlete')} />
      <MatchingOff />
    </>
  );
}
