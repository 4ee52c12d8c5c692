import { useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { ArchiveEvent } from './archive-event.tsx';
import { EventPlaceFields, EventPriceFields } from './event-fields.tsx';
import { type EventBody, type EventValues, eventForm, toEventValues } from './event-values.ts';
import { useSaveEvent } from './use-save-event.ts';

type EventSheetProps = {
  /** Undefined for a new event. */
  event: StaffEvent | undefined;
  onClose: () => void;
  onSaved: (event: StaffEvent) => void;
};

export function EventSheet({ event, onClose, onSaved }: EventSheetProps) {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm<EventValues, typeof eventForm>({
    schema: eventForm,
    defaultValues: toEventValues(event),
    toBody: (values) => values,
  });
  const save = useSaveEvent(event);
  const submit = (body: EventBody) => {
    setFailure(undefined);
    save.mutate(body, {
      onSuccess: (saved) => {
        toast(event ? 'Event saved' : 'Event created');
        onSaved(saved);
      },
      onError: (error) => setFailure(showServerProblems(form, error)),
    });
  };
  return (
    <FormSheet
      title={event ? 'Edit event' : 'New event'}
      submitLabel={event ? 'Save event' : 'Create event'}
      isBusy={save.isPending}
      failure={failure}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      below={event && <ArchiveEvent event={event} onDone={onClose} />}
    >
      <EventPlaceFields form={form} />
      {!event && <EventPriceFields form={form} />}
    </FormSheet>
  );
}
