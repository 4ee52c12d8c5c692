import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import type { StaffEvent } from './admin-albums.types.ts';
import { useArchiveEvent } from './use-save-event.ts';

export function ArchiveEvent({ event, onDone }: { event: StaffEvent; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchiveEvent(event);
  const send = (archived: boolean) =>
    archive.mutate(archived, {
      onSuccess: () => {
        toast(archived ? 'Event archived' : 'Event brought back');
        onDone();
      },
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setIsAsking(false),
    });
  return (
    <div className="border-line border-t pt-4">
      {event.archived ? (
        <Button kind="line" size="small" isBusy={archive.isPending} onClick={() => send(false)}>
          <ArchiveRestore aria-hidden size={17} />
          Bring back from the archive
        </Button>
      ) : (
        <Button kind="bad" size="small" onClick={() => setIsAsking(true)}>
          <Archive aria-hidden size={17} />
          Archive event
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Archive ${event.name}?`}
          sentence={`Customers no longer see the event or its ${event.albums_count.toLocaleString('en-US')} albums in lists. What they bought stays theirs, and you can bring it back.`}
          confirmLabel="Archive event"
          isBusy={archive.isPending}
          onConfirm={() => send(true)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
