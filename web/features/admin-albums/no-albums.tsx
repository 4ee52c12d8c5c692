import { EmptyState } from '#web/components/empty-state.tsx';
import type { AlbumFilter } from './list-place.ts';

export function NoAlbums({ filter }: { filter: AlbumFilter }) {
  return (
    <div className="p-4 desk:p-6">
      {filter.q ? (
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
