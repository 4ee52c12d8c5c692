import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { paths } from '#web/lib/paths.ts';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { DownloadAllBar } from './download-all-bar.tsx';
import { OwnedAlbumCard } from './owned-album-card.tsx';

const FEWEST_TO_FILTER = 4;
const EAGER_COVERS = 2;

function haystackOf({ album }: AlbumDownload): string {
  const [event] = album.events;
  return event ? keywordHaystack({ album, event }) : album.team_name.toLowerCase();
}

type OwnedAlbumsProps = {
  downloads: readonly AlbumDownload[];
  focusedAlbumId: number | undefined;
  swapOf: (download: AlbumDownload) => ReactNode;
};

export function OwnedAlbums({ downloads, focusedAlbumId, swapOf }: OwnedAlbumsProps) {
  const { typed, type } = useTypedSearch();
  const filterText = useDeferredValue(typed);
  const shown = useMemo(() => {
    const keywords = splitKeywords(filterText);
    return downloads.filter((download) => hasEveryKeyword(haystackOf(download), keywords));
  }, [downloads, filterText]);
  if (downloads.length === 0) return <NothingOwned />;
  return (
    <div className="grid gap-5">
      {(downloads.length >= FEWEST_TO_FILTER || typed) && (
        <KeywordField
          label="Filter your albums"
          placeholder="Team, division, event, city or order"
          value={typed}
          onChange={type}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-14 text-ink-2 tabular-nums">
          {shown.length > 0
            ? countOf(shown.length, 'album')
            : 'No albums found matching your search criteria.'}
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
              swap={swapOf(download)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NothingOwned() {
  return (
    <EmptyState
      title="No albums yet"
      sentence="Albums you buy appear here immediately, without watermark and ready to download."
      link={{ to: paths.home, label: 'Find albums' }}
    />
  );
}
