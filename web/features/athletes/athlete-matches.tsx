import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { listBuyable, listPicks } from './album-athletes.tsx';
import { AlbumSection, type TileActions } from './album-section.tsx';
import { athleteImagesQuery } from './athletes.query.ts';
import { useDecideMatch } from './match-caption.tsx';
import { NeedsVerification } from './no-athletes.tsx';

type AthleteMatchesProps = {
  athlete: UserAthlete;
  wantedAlbumId: number | undefined;
  /** Offers all photos of the athlete that can be bought. */
  offer: (imageIds: number[]) => ReactNode;
  picksBar: (imageIds: number[], clear: () => void) => ReactNode;
};

export function AthleteMatches({ athlete, wantedAlbumId, offer, picksBar }: AthleteMatchesProps) {
  const images = useQuery(athleteImagesQuery(athlete.id));
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const decide = useDecideMatch(athlete);
  const actionsIn = (albumId: number): TileActions => ({
    name: athlete.name,
    isPicked: (imageId) => picked.has(imageId),
    onPick: (imageId) => setPicked((known) => toggle(known, imageId)),
    onConfirm: ({ image }) => decide.confirm({ albumId, imageId: image.id }),
    onReject: ({ image, decision }) => decide.reject({ albumId, imageId: image.id }, decision),
    onReopen: ({ image }) => decide.confirm({ albumId, imageId: image.id }),
  });
  return (
    <QueryState query={images} loading={<Skeleton label={i18n.t('Loading photos')} className="h-[480px]" />}>
      {({ albums, athlete: { search } }) => {
        const picks = listPicks(albums, picked);
        return (
          <div className={`grid grid-cols-[minmax(0,1fr)] gap-8 ${picks.length > 0 ? 'pb-[150px]' : ''}`}>
            {search.missing_verification ? (
              <NeedsVerification athlete={athlete} missing={search.missing_verification} />
            ) : (
              <SearchProgress search={search} />
            )}
            {albums.length === 0 &&
              !search.is_running &&
              !search.resumes_at &&
              !search.missing_verification && <NothingFound athlete={athlete} search={search} />}
            {picks.length === 0 && offer(listBuyable(albums))}
            {albums.map((entry) => (
              <AlbumSection
                key={entry.album.id}
                athleteId={athlete.id}
                entry={entry}
                actions={actionsIn(entry.album.id)}
                isWanted={entry.album.id === wantedAlbumId}
              />
            ))}
            {picks.length > 0 && picksBar(picks, () => setPicked(new Set()))}
          </div>
        );
      }}
    </QueryState>
  );
}

function toggle(known: ReadonlySet<number>, imageId: number): ReadonlySet<number> {
  const next = new Set(known);
  if (!next.delete(imageId)) next.add(imageId);
  return next;
}

function NothingFound({ athlete, search }: { athlete: UserAthlete; search: UserAthlete['search'] }) {
  if (!search.is_available) return null;
  if (search.albums_total === 0) {
    return (
      <EmptyState
        title={i18n.t('Save your team first')}
        sentence={i18n.t(
          'We look for {name} in the albums of teams you save with their division, albums that an owner invites you to, and albums you buy. Saved programs and albums you only opened are not searched.',
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
        'We search new photos in your albums automatically. Another reference photo, from another day or with makeup, often finds more.',
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
          'Face search is currently off on this site. Photos found earlier stay here, and the search continues later.',
        )}
      </Notice>
    );
  }
  if (!search.is_running) return search.resumes_at ? <UntilTomorrow search={search} /> : null;
  const words = i18n.t('Searching album {value} of {albumsTotal}', {
    value: Math.min(search.albums_done + 1, search.albums_total),
    albumsTotal: search.albums_total,
  });
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {words}
      </p>
      <ProgressBar label={words} value={search.albums_done} max={search.albums_total} />
      <p className="text-14 text-ink-2">
        {i18n.t('Newest albums first. You can leave this page; the search continues.')}
        {search.resumes_at &&
          i18n.t(' We search {albumsToday} albums today. The rest follows tomorrow.', {
            albumsToday: search.albums_today,
          })}
      </p>
    </div>
  );
}

function UntilTomorrow({ search }: Pick<UserAthlete, 'search'>) {
  const { albums_done: done, albums_today: today, albums_total: total } = search;
  const words =
    done > today
      ? i18n.t('{today} albums searched today, {done} of {total} in all.', { today, done, total })
      : i18n.t('{done} of {total} albums searched today.', { done, total });
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {i18n.t('{words} The rest follows tomorrow.', { words })}
      </p>
      <ProgressBar label={words} value={done} max={total} />
      <p className="text-14 text-ink-2">
        {i18n.t('New photos in albums we have searched are checked at once.')}
      </p>
    </div>
  );
}
