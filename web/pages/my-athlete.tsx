import { useQuery } from '@tanstack/react-query';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { isConsentCurrent } from '#contract/rules/athletes.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { AthleteChips, AthleteHeader } from '#web/features/athletes/athlete-chips.tsx';
import { AthleteData, ReferenceRow } from '#web/features/athletes/athlete-data.tsx';
import { AthleteMatches } from '#web/features/athletes/athlete-matches.tsx';
import { athleteImagesQuery, athletesQuery } from '#web/features/athletes/athletes.query.ts';
import { MatchingOff, NeedsConsent, NeedsPhoto, NoAthletes } from '#web/features/athletes/no-athletes.tsx';
import { groupByWeekend } from '#web/features/athletes/weekend-section.tsx';
import { AthleteAlerts } from '#web/features/notifications/athlete-alerts.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { athletesSearch, useSearchState } from '#web/lib/search-params.ts';
import { useFaceMatching, useTemplateYears } from '#web/lib/site.query.ts';
import { FoundPhotoPurchase, WeekendOffer } from './weekend-offer.tsx';

export function MyAthletePage() {
  const isOn = useFaceMatching();
  const athletes = useQuery(athletesQuery);
  const wantedId = useSearchState(athletesSearch).search.athlete;
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-6 desk:gap-8 desk:py-12">
      <QueryState
        query={athletes}
        loading={<Skeleton label={i18n.t('Loading your athletes')} className="h-[560px]" />}
      >
        {(known) => {
          const shown = known.find(({ id }) => id === wantedId) ?? known[0];
          if (!shown) {
            return (
              <>
                <PageHeading title={i18n.t('Athletes')} />
                {isOn ? <NoAthletes /> : <MatchingOff />}
              </>
            );
          }
          return (
            <>
              <AthleteChips athletes={known} shownId={shown.id} canAdd={isOn} />
              <ShownAthlete key={shown.id} athlete={shown} isOn={isOn} />
            </>
          );
        }}
      </QueryState>
    </div>
  );
}

function ShownAthlete({ athlete, isOn }: { athlete: UserAthlete; isOn: boolean }) {
  const years = useTemplateYears();
  const hasConsent = athlete.consented_at !== null && isConsentCurrent(athlete.consent_version, years);
  const hasPhoto = athlete.user_athlete_reference_photos.length > 0;
  const isSearched = isOn && hasConsent && hasPhoto;
  const { data } = useQuery({ ...athleteImagesQuery(athlete.id), enabled: isSearched });
  return (
    <>
      <AthleteHeader athlete={athlete} weekends={data && groupByWeekend(data.albums).length} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-x-12">
        <div className="min-w-0">
          {!isOn && <MatchingOff hasAthlete />}
          {isOn && !hasConsent && <NeedsConsent athlete={athlete} />}
          {isOn && hasConsent && !hasPhoto && <NeedsPhoto athlete={athlete} />}
          {isSearched && <Matches athlete={athlete} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          {hasConsent && <ReferenceRow athlete={athlete} canAdd={isOn} />}
          <AthleteData athlete={athlete} />
        </div>
      </div>
    </>
  );
}

function Matches({ athlete }: { athlete: UserAthlete }) {
  const wantedAlbumId = useSearchState(athletesSearch).search.album;
  return (
    <AthleteMatches
      athlete={athlete}
      wantedAlbumId={wantedAlbumId}
      offer={(weekend) => <WeekendOffer athlete={athlete} weekend={weekend} />}
      purchase={(photo) => <FoundPhotoPurchase athleteId={athlete.id} photo={photo} />}
      alerts={<AthleteAlerts athlete={athlete} />}
    />
  );
}
