import { EmptyState } from '#web/components/empty-state.tsx';
import type { AlbumFilter } from './list-place.ts';
import { STATE_WORDS } from './state-filter.tsx';

export function NoAlbums({ filter }: { filter: AlbumFilter }) {
  return (
    <div className="p-4 desk:p-6">
      {filter.state && !filter.q ? (
        <EmptyState title="No album matches" sentence={`No album here is “${STATE_WORDS[filter.state]}”.`} />
      ) : filter.q ? (
        <EmptyState
          title="No album matches"
          sentence={`Nothing here contains every word of “${filter.q}”. Programs, teams, divisions, orders and events are searched.`}
        />
      ) : (
        <EmptyState
          title="No albums yet"
          sentence={
            filter.eventId
              ? 'Import the running order and every performance has its album before the first frame.'
              : 'Create an event first; its albums come from the running order.'
          }
        />
      )}
    </div>
  );
}
