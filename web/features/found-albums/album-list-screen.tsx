import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { AlbumCard } from '#web/components/album-card.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { Pager } from '#web/components/pager.tsx';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { filterAlbums, type ListedAlbum, pageOf } from './album-list.ts';
import { standingOf } from './view-standing.ts';

const LIST_ID = 'albums';
const EAGER_COVERS = 2;

/** Pass the same function on every render, so that memoized cards do not render again. */
export type NoteOf = (albumId: number) => ReactNode;

type AlbumListScreenProps = { albums: readonly ListedAlbum[]; noteOf?: NoteOf | undefined };

export function AlbumListScreen({ albums, noteOf }: AlbumListScreenProps) {
  const { typed, type, page } = useTypedSearch();
  // The field reacts to every key at once, and the results follow.
  const filterText = useDeferredValue(typed);
  return (
    <div id={LIST_ID} className="grid min-w-0 content-start gap-4 desk:gap-5">
      <KeywordField
        label="Filter/Refine Results by Keywords"
        placeholder="Team, division, event, city or order"
        value={typed}
        onChange={type}
      />
      <Results albums={albums} noteOf={noteOf} filterText={filterText} wantedPage={page} />
    </div>
  );
}

type ResultsProps = AlbumListScreenProps & { filterText: string; wantedPage: number };

const Results = memo(function Results({ albums, noteOf, filterText, wantedPage }: ResultsProps) {
  const matching = useMemo(() => filterAlbums(albums, filterText), [albums, filterText]);
  const { page, pageCount, shown } = pageOf(matching, wantedPage);
  return (
    <>
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0
          ? `Displaying (${shown.length} of ${matching.length} albums)`
          : 'No albums found matching your search criteria.'}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-x-6 gap-y-9 desk:grid-cols-2">
          {shown.map((found, index) => (
            <li key={found.id}>
              <FoundAlbumCard found={found} noteOf={noteOf} isEager={page === 1 && index < EAGER_COVERS} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </>
  );
});

type FoundAlbumCardProps = { found: ListedAlbum; isEager: boolean; noteOf: NoteOf | undefined };

const FoundAlbumCard = memo(function FoundAlbumCard({ found, isEager, noteOf }: FoundAlbumCardProps) {
  const { album, event } = found;
  return (
    <AlbumCard
      album={album}
      event={event}
      standing={standingOf(found)}
      isEager={isEager}
      note={noteOf?.(album.id)}
    />
  );
});
