import { AlbumsHeading } from '#web/features/admin-albums/albums-heading.tsx';
import { EventList } from '#web/features/admin-albums/event-list.tsx';
import { paths, useNavigate } from '#web/lib/navigation.tsx';

export function AdminEventsPage() {
  const navigate = useNavigate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <AlbumsHeading
        title="Events"
        newLabel="New event"
        onNew={() => void navigate({ to: paths.adminNewEvent })}
      />
      <EventList />
    </div>
  );
}
