import { useQuery } from '@tanstack/react-query';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { isConsentCurrent } from '#contract/rules/athletes.ts';
import { MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { AthleteChips, PicksBar } from '#web/features/athletes/athlete-chips.tsx';
import { AthleteData, ReferenceRow } from '#web/features/athletes/athlete-data.tsx';
import { AthleteMatches } from '#web/features/athletes/athlete-matches.tsx';
import { athletesQuery } from '#web/features/athletes/athletes.query.ts';
import { MatchingOff, NeedsConsent, NeedsPhoto, NoAthletes } from '#web/features/athletes/no-athletes.tsx';
import { quoteQuery } from '#web/features/orders/orders.query.ts';
import { useBuyPhotos } from '#web/features/orders/use-cart.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { athletesSearch, useSearchState } from '#web/lib/search-params.ts';
import { useFaceMatching, useTemplateYears } from '#web/lib/site.query.ts';
import { PhotosOffer } from './photos-offer.tsx';

export function MyAthletePage() {
  const isOn = useFaceMatching();
  const athletes = useQuery(athletesQuery);
  const wantedId = useSearchState(athletesSearch).search.athlete;
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-6 desk:gap-8 desk:py-12">
      <PageHeading title={i18n.t('Athletes')} />
      <QueryState
        query={athletes}
        loading={<Skeleton label={i18n.t('Loading your athletes')} className="h-[560px]" />}
      >
        {(known) => {
          const shown = known.find(({ id }) => id === wantedId) ?? known[0];
          if (!shown) return isOn ? <NoAthletes /> : <MatchingOff />;
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 desk:grid-cols-[minmax(0,1fr)_304px] desk:grid-rows-[auto_1fr] desk:gap-x-12">
      {hasConsent && (
        <div className="desk:col-start-2 desk:row-start-1">
          <ReferenceRow athlete={athlete} canAdd={isOn} />
        </div>
      )}
      <div className="min-w-0 desk:col-start-1 desk:row-span-2 desk:row-start-1">
        {!isOn && <MatchingOff hasAthlete />}
        {isOn && !hasConsent && <NeedsConsent athlete={athlete} />}
        {isOn && hasConsent && !hasPhoto && <NeedsPhoto athlete={athlete} />}
        {isOn && hasConsent && hasPhoto && <Matches athlete={athlete} />}
      </div>
      <div className="desk:col-start-2">
        <AthleteData athlete={athlete} />
      </div>
    </div>
  );
}

function Matches({ athlete }: { athlete: UserAthlete }) {
  const wantedAlbumId = useSearchState(athletesSearch).search.album;
  return (
    <AthleteMatches
      athlete={athlete}
      wantedAlbumId={wantedAlbumId}
      offer={(imageIds) => (
        <div className="-mx-4 -mt-4 desk:-mx-6">
          <OfferByCart name={athlete.name} imageIds={imageIds} />
        </div>
      )}
      picksBar={(imageIds, clear) => (
        <ChosenPhotos name={athlete.name} imageIds={imageIds.slice(0, MAX_CART_ITEMS)} onClear={clear} />
      )}
    />
  );
}

/** Photos of several albums are paid for together from the cart. */
function OfferByCart({ name, imageIds }: { name: string; imageIds: readonly number[] }) {
  const { buy, isPending, error } = useBuyPhotos();
  return (
    <PhotosOffer
      imageIds={imageIds}
      labelOf={(photos) =>
        photos === 1
          ? i18n.t('Buy {name}’s photo', { name })
          : i18n.t('Buy {name}’s {photos} photos', { name, photos })
      }
      onBuy={buy}
      isBusy={isPending}
      error={error}
    />
  );
}

type ChosenPhotosProps = { name: string; imageIds: number[]; onClear: () => void };

function ChosenPhotos({ name, imageIds, onClear }: ChosenPhotosProps) {
  const quote = useQuery(quoteQuery({ imageIds }, undefined));
  const { buy, isPending, error } = useBuyPhotos();
  const problem = error ?? quote.error;
  return (
    <PicksBar
      name={name}
      count={imageIds.length}
      totalCents={quote.isPlaceholderData ? undefined : quote.data?.total}
      isBusy={isPending}
      problem={problem ? messageOf(problem) : undefined}
      onBuy={() => buy(imageIds)}
      onClear={onClear}
    />
  );
}
