import { useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { type EventBody, type EventValues, eventForm, toEventValues } from './event-values.ts';
import { useSaveEvent } from './use-save-event.ts';

/** The form of an event with its prices, and the way to save it. */
export function useEventForm(event: StaffEvent | undefined) {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm<EventValues, typeof eventForm>({
    schema: eventForm,
    defaultValues: toEventValues(event),
    toBody: (values) => values,
  });
  const { mutate, isPending } = useSaveEvent(event);
  const save = (body: EventBody, onSaved: (event: StaffEvent) => void) => {
    setFailure(undefined);
    mutate(body, {
      onSuccess: onSaved,
      onError: (error) => setFailure(showServerProblems(form, error)),
    });
  };
  return { form, save, isSaving: isPending, failure };
}
