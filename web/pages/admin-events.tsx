import { Plus } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { ListHeading } from '#web/components/list/staff-list.tsx';
import { EventList } from '#web/features/admin-albums/event-list.tsx';
import { hasDraft } from '#web/features/admin-albums/new-event/draft.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';

export function AdminEventsPage() {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <ListHeading title="Events">
        <Button
          icon={Plus}
          size="small"
          className="ml-auto"
          onClick={() => void navigate({ to: paths.adminNewEvent })}
        >
          {hasDraft(user.id) ? 'Continue draft' : 'New event'}
        </Button>
      </ListHeading>
      <EventList />
    </div>
  );
}
