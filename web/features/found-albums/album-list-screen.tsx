import { memo, useDeferredValue, useMemo } from 'react';
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
  const { typed, type, page } = useTypedSearch();
  // The field answers every key at once; the results follow as fast as they can.
  const filterText = useDeferredValue(typed);
  return (
    <div id={LIST_ID} className="grid min-w-0 content-start gap-4 desk:gap-5">
      <KeywordField
        label="Filter/Refine Results by Keywords"
        placeholder="Team, division, event, city or order"
        value={typed}
        onChange={type}
      />
      <Results albums={albums} filterText={filterText} wantedPage={page} />
    </div>
  );
}

type ResultsProps = { albums: readonly ListedAlbum[]; filterText: string; wantedPage: number };

const Results = memo(function Results({ albums, filterText, wantedPage }: ResultsProps) {
  const matching = useMemo(() => filterAlbums(albums, filterText), [albums, filterText]);
  const { page, pageCount, shown, shownUpTo } = pageOf(matching, wantedPage);
  return (
    <>
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0
          ? `Displaying (${shownUpTo} of ${matching.length} albums)`
          : 'No albums found matching your search criteria.'}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-x-6 gap-y-9 desk:grid-cols-2">
          {shown.map((found, index) => (
            <li key={found.id}>
              <FoundAlbumCard found={found} isEager={page === 1 && index < EAGER_COVERS} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </>
  );
});

const FoundAlbumCard = memo(function FoundAlbumCard(props: { found: ListedAlbum; isEager: boolean }) {
  const { found, isEager } = props;
  return <AlbumCard album={found.album} event={found.event} standing={standingOf(found)} isEager={isEager} />;
});
