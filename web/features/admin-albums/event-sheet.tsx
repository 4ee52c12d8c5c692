import { useState } from 'react';
import { toast } from 'sonner';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { ArchiveEvent } from './archive-event.tsx';
import { EventCockpit } from './event-cockpit.tsx';
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
  const hadPrices = event?.event_pricings[0] !== undefined;
  const submit = (body: EventBody) => {
    if (hadPrices && body.share_price === null) {
      form.setError('share_price', { message: 'Prices can be changed but not removed' });
      return;
    }
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
      description={event ? 'New prices do not change existing orders.' : undefined}
      submitLabel={event ? 'Save event' : 'Create event'}
      isBusy={save.isPending}
      failure={failure}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      below={
        event && (
          <div className="grid gap-6">
            <EventCockpit event={event} />
            <ArchiveEvent event={event} onDone={onClose} />
          </div>
        )
      }
    >
      <EventPlaceFields form={form} />
      <EventPriceFields form={form} />
    </FormSheet>
  );
}
