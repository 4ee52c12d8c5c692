import { AlbumsHeading } from '#web/features/admin-albums/albums-heading.tsx';
import { EventList } from '#web/features/admin-albums/event-list.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { addSearch, useSearchState } from '#web/lib/search-params.ts';

const EventSheet = lazyPart(() => import('#web/features/admin-albums/event-sheet.tsx'), 'EventSheet');

export function AdminEventsPage() {
  const navigate = useNavigate();
  const { search, change } = useSearchState(addSearch);
  const setIsAdding = (isAdding: boolean) => void change({ add: isAdding ? 'true' : undefined });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <AlbumsHeading title="Events" newLabel="New event" onNew={() => setIsAdding(true)} />
      <EventList />
      {search.add && (
        <EventSheet
          event={undefined}
          onClose={() => setIsAdding(false)}
          onSaved={({ id }) => void navigate({ to: paths.adminEvent(id, 'running-order') })}
        />
      )}
    </div>
  );
}
