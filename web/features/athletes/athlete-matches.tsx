import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { athleteImagesQuery } from './athletes.query.ts';
import { type FoundPhoto, MatchViewer } from './match-viewer.tsx';
import { NeedsVerification } from './no-athletes.tsx';
import { groupByWeekend, type Weekend, WeekendSection } from './weekend-section.tsx';

type AthleteMatchesProps = {
  athlete: UserAthlete;
  wantedAlbumId: number | undefined;
  /** Offers to buy the photos of a weekend, or to share those that are owned. */
  offer: (weekend: Weekend) => ReactNode;
  /** Buys or opens the photo that is shown large. */
  purchase: (photo: FoundPhoto) => ReactNode;
  /** Shown after the newest weekend. */
  alerts: ReactNode;
};

/** Each weekend asks for its price, so older ones wait until somebody wants to see them. */
const WEEKENDS_AT_A_TIME = 4;

export function AthleteMatches({ athlete, wantedAlbumId, offer, purchase, alerts }: AthleteMatchesProps) {
  const images = useQuery(athleteImagesQuery(athlete.id));
  const [shownCount, setShownCount] = useState(WEEKENDS_AT_A_TIME);
  const [viewer, setViewer] = useState<{ ids: number[]; index: number }>();
  return (
    <QueryState query={images} loading={<Skeleton label={i18n.t('Loading photos')} className="h-[480px]" />}>
      {({ albums, athlete: { search } }) => {
        const weekends = groupByWeekend(albums);
        const isWanted = (weekend: Weekend) => weekend.albums.some(({ album }) => album.id === wantedAlbumId);
        const shown = Math.max(shownCount, weekends.findIndex(isWanted) + 1);
        const all = albums.flatMap((entry) => entry.matches.map((match) => ({ match, entry })));
        // The photos stay in the viewer in this order, whatever is decided about them.
        const viewed =
          viewer?.ids.flatMap((id) => all.find(({ match }) => match.image.id === id) ?? []) ?? [];
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            {search.missing_verification ? (
              <NeedsVerification athlete={athlete} missing={search.missing_verification} />
            ) : (
              <SearchProgress search={search} />
            )}
            {albums.length === 0 &&
              !search.is_running &&
              !search.resumes_at &&
              !search.missing_verification && <NothingFound athlete={athlete} search={search} />}
            {weekends.slice(0, shown).map((weekend, position) => (
              <Fragment key={weekend.event.id}>
                <WeekendSection
                  name={athlete.name}
                  weekend={weekend}
                  isWanted={isWanted(weekend)}
                  onOpen={(photos, index) =>
                    setViewer({ ids: photos.map(({ match }) => match.image.id), index })
                  }
                >
                  {offer(weekend)}
                </WeekendSection>
                {position === 0 && alerts}
              </Fragment>
            ))}
            {weekends.length === 0 && alerts}
            {weekends.length > shown && (
              <Button kind="line" onClick={() => setShownCount(shown + WEEKENDS_AT_A_TIME)}>
                {i18n.t('Show older weekends')}
              </Button>
            )}
            {viewer && (
              <MatchViewer
                athlete={{
                  id: athlete.id,
                  name: athlete.name,
                  faceUrl: athlete.user_athlete_reference_photos[0]?.url ?? null,
                }}
                photos={viewed}
                index={viewer.index}
                purchase={purchase}
                onTurn={(index) => setViewer({ ...viewer, index })}
                onClose={() => setViewer(undefined)}
              />
            )}
          </div>
        );
      }}
    </QueryState>
  );
}

function NothingFound({ athlete, search }: { athlete: UserAthlete; search: UserAthlete['search'] }) {
  if (!search.is_available) return null;
  if (search.albums_total === 0) {
    return (
      <EmptyState
        title={i18n.t('Save your team first')}
        sentence={i18n.t(
          'We look for {name} in albums of teams you save with their division, albums you’re invited to, and albums you buy.',
          { name: athlete.name },
        )}
        link={{ to: paths.home, label: i18n.t('Save a team') }}
      />
    );
  }
  return (
    <EmptyState
      title={i18n.t('No photos look like {name} yet', { name: athlete.name })}
      sentence={i18n.t(
        'We check every new photo in your albums. Another photo of {name}, from another day or with makeup, often finds more.',
        { name: athlete.name },
      )}
    >
      <Link
        to={paths.addNewAthlete}
        search={searchFor(athletesSearch, { athlete: athlete.id })}
        className={buttonStyle()}
      >
        {i18n.t('Add a photo')}
      </Link>
    </EmptyState>
  );
}

function SearchProgress({ search }: Pick<UserAthlete, 'search'>) {
  if (!search.is_available) {
    return (
      <Notice tone="info">
        {i18n.t(
          'Face search is off right now. Photos we already found stay here, and we’ll pick up the search later.',
        )}
      </Notice>
    );
  }
  if (!search.is_running && !search.resumes_at) return null;
  const { albums_done: done, albums_total: total } = search;
  const words = search.is_running
    ? i18n.t('Searching album {album} of {total}', { album: Math.min(done + 1, total), total })
    : describeToday(search);
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {words}
      </p>
      <ProgressBar label={words} value={done} max={total} />
      <p className="text-14 text-ink-2">{describeNext(search)}</p>
    </div>
  );
}

type Search = UserAthlete['search'];

function describeToday({ albums_done: done, albums_today: today, albums_total: total }: Search): string {
  return done > today
    ? i18n.t(
        'We searched {today, plural, one {# album} other {# albums}} today, {done} of {total} in all. We’ll do the rest tomorrow.',
        { today, done, total },
      )
    : i18n.t('We searched {done} of {total} albums today. We’ll do the rest tomorrow.', { done, total });
}

function describeNext({ is_running, resumes_at, albums_today: count }: Search): string {
  if (!is_running) return i18n.t('We check new photos in those albums right away.');
  return resumes_at
    ? i18n.t(
        'Newest albums first. We’ll get through {count, plural, one {# album} other {# albums}} today and do the rest tomorrow. You can leave this page.',
        { count },
      )
    : i18n.t('Newest albums first. You can leave this page, we’ll keep looking.');
}
