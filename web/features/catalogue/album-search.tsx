import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';
import { AlbumCard } from '#web/components/album-card.tsx';
import { displaying, filterLabel, noAlbums, noMatches } from '#web/components/album-list-messages.ts';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { Pager } from '#web/components/pager.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import type { ViewStatus } from '#web/components/view-meter.tsx';
import { formatCount } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useSettledText, useTypedSearch } from '#web/lib/use-typed-search.ts';
import { MAX_PAGE, searchAlbumsQuery } from './catalogue.query.ts';

const LIST_ID = 'albums';

type AlbumSearchProps = {
  statusOf: (albumId: number) => ViewStatus;
  noteOf?: (albumId: number) => ReactNode;
};

export function AlbumSearch({ statusOf, noteOf }: AlbumSearchProps) {
  const { typed, type, page } = useTypedSearch();
  const q = useSettledText(typed.trim());
  const found = useQuery(searchAlbumsQuery(q, Math.min(page, MAX_PAGE)));
  const { isPlaceholderData } = found;
  return (
    <div id={LIST_ID} className="grid min-w-0 gap-5">
      <KeywordField
        label={filterLabel()}
        placeholder={i18n.t('Team, division, event, city or number')}
        value={typed}
        onChange={type}
      />
      <QueryState
        query={found}
        loading={<Skeleton label={i18n.t('Searching albums')} className="h-[640px]" />}
      >
        {(data) => (
          <>
            <p role="status" className="text-14 text-ink-2 tabular-nums">
              {describeFound(data, q)}
            </p>
            <h2 className="sr-only">{i18n.t('Albums')}</h2>
            <ul
              aria-busy={isPlaceholderData}
              className={`grid gap-x-6 gap-y-9 transition-opacity duration-(--d2) desk:grid-cols-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
            >
              {data.albums.map((album) => {
                const event = album.events[0];
                return (
                  event && (
                    <li key={album.id}>
                      <AlbumCard
                        album={album}
                        event={event}
                        status={statusOf(album.id)}
                        deskWidth="min(420px, 31vw)"
                        note={noteOf?.(album.id)}
                      />
                    </li>
                  )
                );
              })}
            </ul>
            <Pager page={page} pageCount={pageCountOf(page, data)} listId={LIST_ID} />
          </>
        )}
      </QueryState>
    </div>
  );
}

type Found = { albums: readonly unknown[]; total: number; total_is_floor: boolean };

function describeFound({ albums, total, total_is_floor }: Found, q: string): string {
  if (albums.length === 0) return q === '' ? noAlbums() : noMatches();
  return displaying(albums.length, `${formatCount(total)}${total_is_floor ? '+' : ''}`);
}

/** Counting stops early, so a full page is always followed by another. */
function pageCountOf(page: number, { albums, total, total_is_floor }: Found): number {
  const counted = Math.ceil(total / ALBUM_PAGE_SIZE);
  const isFull = albums.length === ALBUM_PAGE_SIZE;
  return Math.min(MAX_PAGE, total_is_floor && isFull ? Math.max(counted, page + 1) : counted);
}
