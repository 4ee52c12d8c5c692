import { useDeferredValue, useMemo } from 'react';
import { AlbumCard } from '#web/components/album-card.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { Pager } from '#web/components/pager.tsx';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { filterAlbums, type ListedAlbum, pageOf } from './album-list.ts';
import { standingOf } from './view-standing.ts';

const LIST_ID = 'albums';
const EAGER_COVERS = 2;

/** The customer's albums: filtered while one types, ten to a page. */
export function AlbumListScreen({ albums }: { albums: readonly ListedAlbum[] }) {
  const { typed, type, page: wantedPage } = useTypedSearch();
  const filterText = useDeferredValue(typed);
  const matching = useMemo(() => filterAlbums(albums, filterText), [albums, filterText]);
  const { page, pageCount, shown, shownUpTo } = pageOf(matching, wantedPage);
  return (
    <div id={LIST_ID} className="grid min-w-0 content-start gap-4 desk:gap-5">
      <KeywordField
        label="Filter/Refine Results by Keywords"
        placeholder="Team, division, event, city or order"
        value={typed}
        onChange={type}
      />
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0
          ? `Displaying (${shownUpTo} of ${matching.length} albums)`
          : 'No albums found matching your search criteria.'}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-x-6 gap-y-9 desk:grid-cols-2">
          {shown.map((found, index) => (
            <li key={found.id}>
              <AlbumCard
                album={found.album}
                event={found.event}
                standing={standingOf(found)}
                isEager={page === 1 && index < EAGER_COVERS}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </div>
  );
}
