import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { displaying, FILTER_LABEL, NO_ALBUMS, NO_MATCHES } from '#web/components/album-list-messages.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { pageOf } from '#web/components/list-pages.ts';
import { Pager } from '#web/components/pager.tsx';
import type { ViewStanding } from '#web/components/view-meter.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { DownloadAllBar } from './download-all-bar.tsx';
import { OwnedAlbumCard } from './owned-album-card.tsx';

const LIST_ID = 'owned-albums';
const EAGER_COVERS = 2;

function haystackOf({ album }: AlbumDownload): string {
  const [event] = album.events;
  return event ? keywordHaystack({ album, event }) : album.team_name.toLowerCase();
}

type OwnedAlbumsProps = {
  downloads: readonly AlbumDownload[];
  focusedAlbumId: number | undefined;
  /** Undefined while the views are not known yet. */
  standingOf: (albumId: number) => ViewStanding | undefined;
  swapOf: (download: AlbumDownload) => ReactNode;
};

export function OwnedAlbums({ downloads, focusedAlbumId, standingOf, swapOf }: OwnedAlbumsProps) {
  const { typed, type, page: wantedPage } = useTypedSearch();
  const filterText = useDeferredValue(typed);
  const matching = useMemo(() => {
    const keywords = splitKeywords(filterText);
    const isFocused = ({ album }: AlbumDownload) => Number(album.id === focusedAlbumId);
    return (
      downloads
        .filter((download) => hasEveryKeyword(haystackOf(download), keywords))
        // The album that a link leads to comes first, so that it is on the first page.
        .toSorted((a, b) => isFocused(b) - isFocused(a))
    );
  }, [downloads, filterText, focusedAlbumId]);
  const { page, pageCount, shown } = pageOf(matching, wantedPage);
  if (downloads.length === 0) return <NothingOwned />;
  return (
    <div id={LIST_ID} className="grid gap-5">
      <KeywordField
        label={FILTER_LABEL}
        placeholder="Team, division, event, city or order"
        value={typed}
        onChange={type}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-14 text-ink-2 tabular-nums">
          {matching.length > 0 ? displaying(shown.length, matching.length) : NO_MATCHES}
        </p>
        <DownloadAllBar downloads={downloads} />
      </div>
      <ul className="grid gap-x-6 gap-y-10 desk:grid-cols-2 wide:grid-cols-3">
        {shown.map((download, index) => (
          <li key={download.id}>
            <OwnedAlbumCard
              download={download}
              isEager={index < EAGER_COVERS}
              isFocused={download.album.id === focusedAlbumId}
              standing={standingOf(download.album.id)}
              swap={swapOf(download)}
            />
          </li>
        ))}
      </ul>
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </div>
  );
}

function NothingOwned() {
  return (
    <EmptyState
      title={NO_ALBUMS}
      sentence="Albums you buy appear here immediately, without watermark and ready to download."
      link={{ to: paths.home, label: 'Find albums' }}
    />
  );
}
