import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { toast } from '#web/lib/toast.ts';
import { ArchiveEvent } from './archive-event.tsx';
import { EventPlaceFields, EventPriceFields } from './event-fields.tsx';
import { useEventForm } from './use-event-form.ts';

type EventSheetProps = {
  /** Undefined for a new event. */
  event: StaffEvent | undefined;
  onClose: () => void;
  onSaved: (event: StaffEvent) => void;
};

export function EventSheet({ event, onClose, onSaved }: EventSheetProps) {
  const { form, save, isSaving, failure } = useEventForm(event);
  const submit = form.handleSubmit((body) =>
    save(body, (saved) => {
      toast(event ? 'Event saved' : 'Event created');
      onSaved(saved);
    }),
  );
  return (
    <FormSheet
      title={event ? 'Edit event' : 'New event'}
      submitLabel={event ? 'Save event' : 'Create event'}
      isBusy={isSaving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      below={event && <ArchiveEvent event={event} onDone={onClose} />}
    >
      <EventPlaceFields form={form} />
      {!event && <EventPriceFields form={form} />}
    </FormSheet>
  );
}
