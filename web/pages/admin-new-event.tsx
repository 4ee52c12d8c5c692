import { NewEvent } from '#web/features/admin-albums/new-event/new-event.tsx';

export function AdminNewEventPage() {
  return <NewEvent />;
}
