import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { AlbumCard } from '#web/components/album-card.tsx';
import { displaying, filterLabel, noMatches } from '#web/components/album-list-messages.ts';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { Pager, pageOf } from '#web/components/pager.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useResultKeys, useTypedSearch } from '#web/lib/use-typed-search.ts';
import { filterAlbums, type ListedAlbum, listAlbums, type MyAlbum } from './album-list.ts';
import { myAlbumsQuery } from './my-albums.query.ts';

const LIST_ID = 'albums';
const EAGER_COVERS = 2;

/** Pass the same function on every render, so that memoized cards do not render again. */
export type NoteOf = (albumId: number) => ReactNode;

/** Shorter texts match nearly every album. */
const MIN_LETTERS = 2;

type AlbumListScreenProps = {
  albums: readonly ListedAlbum[];
  noteOf?: NoteOf | undefined;
  /** Other matches for the text, below the albums of the list. */
  elsewhere?: ((text: string) => ReactNode) | undefined;
  /** Shown instead of an empty list while nothing is typed. */
  empty: ReactNode;
  /** Three columns on a desk, for pages without a panel at the side. */
  isWide?: boolean;
};

export function AlbumListScreen({ albums, noteOf, elsewhere, empty, isWide }: AlbumListScreenProps) {
  const { typed, type, page } = useTypedSearch();
  // The field reacts to every key at once, and the results follow.
  const filterText = useDeferredValue(typed);
  const { area, onKeyDown } = useResultKeys();
  const isEverywhere = elsewhere !== undefined && filterText.trim().length >= MIN_LETTERS;
  const isUnused = albums.length === 0 && filterText.trim() === '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links and buttons inside
    <div
      id={LIST_ID}
      ref={area}
      onKeyDown={onKeyDown}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 desk:gap-5"
    >
      <KeywordField
        label={filterLabel()}
        placeholder={i18n.t('Team, division, event or city')}
        value={typed}
        onChange={type}
      />
      {isUnused ? (
        empty
      ) : (
        <Results
          albums={albums}
          noteOf={noteOf}
          filterText={filterText}
          wantedPage={page}
          isPart={isEverywhere}
          isWide={isWide}
        />
      )}
      {isEverywhere && elsewhere(filterText)}
    </div>
  );
}

type ResultsProps = Pick<AlbumListScreenProps, 'albums' | 'noteOf' | 'isWide'> & {
  filterText: string;
  wantedPage: number;
  /** True if results from elsewhere follow, which then report that nothing was found. */
  isPart: boolean;
};

const Results = memo(function Results(props: ResultsProps) {
  const { albums, noteOf, filterText, wantedPage, isPart, isWide } = props;
  const matching = useMemo(() => filterAlbums(albums, filterText), [albums, filterText]);
  const { page, pageCount, shown } = pageOf(matching, wantedPage);
  if (isPart && matching.length === 0) return null;
  return (
    <>
      {isPart && <h2 className="-mb-3 text-16 font-bold tracking-[-0.01em]">{i18n.t('Your albums')}</h2>}
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0 ? displaying(shown.length, matching.length) : noMatches()}
      </p>
      {shown.length > 0 && (
        <ul className={`grid gap-x-6 gap-y-9 ${isWide ? 'desk:grid-cols-3' : 'desk:grid-cols-2'}`}>
          {shown.map((listed, index) => (
            <li key={listed.album.id} data-result>
              <ListedAlbumCard
                listed={listed}
                noteOf={noteOf}
                isEager={page === 1 && index < EAGER_COVERS}
                isWide={isWide}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </>
  );
});

type ListedAlbumCardProps = {
  listed: ListedAlbum;
  isEager: boolean;
  noteOf: NoteOf | undefined;
  isWide: boolean | undefined;
};

const ListedAlbumCard = memo(function ListedAlbumCard(props: ListedAlbumCardProps) {
  const { album, event, status } = props.listed;
  return (
    <AlbumCard
      album={album}
      event={event}
      status={status}
      isEager={props.isEager}
      deskWidth={props.isWide ? 'min(420px, 31vw)' : 'min(500px, 35vw)'}
      note={props.noteOf?.(album.id)}
    />
  );
});

const CARDS = [1, 2, 3, 4];

/** Matches the height of the list, so that the layout does not jump. */
export function AlbumListLoading() {
  return (
    <div className="grid min-w-0 content-start gap-4 desk:gap-5">
      <div className="grid gap-2">
        <p className="text-14 font-[650]">{filterLabel()}</p>
        <Skeleton label={i18n.t('Loading albums')} className="h-[52px] rounded-full!" />
      </div>
      <p aria-hidden className="text-14">
        &nbsp;
      </p>
      <div aria-hidden className="grid gap-x-6 gap-y-9 desk:grid-cols-2">
        {CARDS.map((card) => (
          <div key={card} className="grid content-start gap-3">
            <div className="aspect-16/10 rounded-card bg-sunk" />
            <div className="h-[68px] w-3/4 rounded-ctl bg-sunk" />
            <div className="h-[33px] rounded-ctl bg-sunk" />
            <div className="h-11 rounded-full bg-sunk" />
          </div>
        ))}
      </div>
    </div>
  );
}

export type MyAlbumList = ReturnType<typeof useMyAlbumList>;

const NONE: readonly MyAlbum[] = [];

/** A failure to load leaves the list empty, without an error. */
export function useMyAlbumList() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(myAlbumsQuery);
  const albums = useMemo(() => (data ? listAlbums(data) : NONE), [data]);
  return {
    albums,
    isLoading: isPending || (isError && isFetching && !data),
    hasFailed: isError && !data,
    reload: () => void refetch(),
  };
}
