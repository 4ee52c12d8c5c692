import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { sortText } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchChoice, useSearchFilter } from '#web/lib/use-search-choice.ts';
import {
  COLUMNS,
  filterFound,
  MOST_VIEWS,
  SORT_WORDS,
  STANDING_WORDS,
  sortFound,
  toFoundCsv,
} from './found-albums.ts';
import { FoundAlbumsList } from './found-albums-list.tsx';
import { userFoundAlbumsQuery } from './users.query.ts';

/** All albums a user has found: searched, filtered and sorted as the address says. */
export function FoundAlbumsSection({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userFoundAlbumsQuery(userId));
  const { text, change } = useSearchFilter('q');
  const { chosen: standing, choose } = useSearchChoice('show', STANDING_WORDS);
  const { sort, sortAs } = useListSort(COLUMNS, MOST_VIEWS);
  const navigate = useNavigate();
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading found albums" className="h-64" />;
  if (data.length === 0) {
    return <EmptyState title="No albums found yet" sentence="The customer holds no album, found or owned." />;
  }
  const q = text ?? '';
  const albums = sortFound(filterFound(data, { q, standing }), sort);
  const search = changeSearch({ q: undefined, show: undefined });
  return (
    <section
      aria-label="Found albums"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap gap-2 border-line border-b px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-full desk:basis-52">
          <SearchBox text={q} label="Find albums" placeholder="Team or event" onSearch={change} />
        </div>
        <FilterSelect
          label="Show"
          all="All albums"
          value={standing ?? ''}
          options={STANDING_WORDS}
          className="min-w-0 flex-1 basis-24 desk:flex-none"
          onChange={choose}
        />
        <FilterSelect
          label="Sort"
          value={sortText(sort) as keyof typeof SORT_WORDS}
          options={SORT_WORDS}
          className="min-w-0 flex-1 basis-24 desk:flex-none"
          onChange={sortAs}
        />
        <CsvButton
          fileName={`found-albums-of-user-${userId}.csv`}
          label="Found albums as CSV"
          disabled={albums.length === 0}
          makeCsv={() => toFoundCsv(albums)}
        />
      </div>
      {albums.length > 0 ? (
        <FoundAlbumsList key={`${q}|${standing}`} userId={userId} albums={albums} />
      ) : (
        <div className="p-4">
          <EmptyState title="No album passes the filter" sentence={`${data.length} are there without it.`}>
            <Button
              kind="line"
              onClick={() => void navigate({ to: '.', search, replace: true, resetScroll: false })}
            >
              Show all albums
            </Button>
          </EmptyState>
        </div>
      )}
    </section>
  );
}
