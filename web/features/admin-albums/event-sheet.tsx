import { Archive, ArchiveRestore } from 'lucide-react';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { AutoPublishField, EventPlaceFields } from './event-fields.tsx';
import { useEventForm } from './event-form.ts';
import { EventPictureField } from './event-picture-field.tsx';
import { SponsorFrameField } from './sponsor-frame-field.tsx';

export function EventSheet({ event, onClose }: { event: StaffEvent; onClose: () => void }) {
  const { form, save } = useEventForm(event, () => {
    toast('Event saved');
    onClose();
  });
  return (
    <FormSheet
      title="Edit event"
      submitLabel="Save event"
      onClose={onClose}
      guard={save}
      below={
        <>
          <EventPictureField event={event} />
          <SponsorFrameField eventId={event.id} />
          <ArchiveEvent event={event} onDone={onClose} />
        </>
      }
    >
      <EventPlaceFields form={form} />
      <AutoPublishField form={form} />
    </FormSheet>
  );
}

function ArchiveEvent({ event, onDone }: { event: StaffEvent; onDone: () => void }) {
  const archive = useStaffAction(
    (archived: boolean) =>
      callApi(catalogueEndpoints.updateEvent, { params: { id: event.id }, body: { archived } }),
    ({ archived }) => {
      toast(archived ? 'Event archived' : 'Event restored');
      onDone();
    },
  );
  const { ask, question } = useConfirmed(archive, () => ({
    title: `Archive ${event.name}?`,
    sentence: `Customers no longer see the event or its ${countOf(event.albums_count, 'album')} in lists. They keep what they bought, and you can restore the event.`,
    confirmLabel: 'Archive event',
  }));
  return (
    <div className="border-line border-t pt-4">
      {event.archived ? (
        <Button
          icon={ArchiveRestore}
          kind="line"
          size="small"
          isBusy={archive.isPending}
          onClick={() => archive.mutate(false)}
        >
          Restore event
        </Button>
      ) : (
        <Button icon={Archive} kind="bad" size="small" onClick={() => ask(true)}>
          Archive event
        </Button>
      )}
      {question}
    </div>
  );
}
