import { useState } from 'react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { EventPriceFields } from './event-fields.tsx';
import { type EventBody, type EventValues, eventForm, toEventValues } from './event-values.ts';
import { useSaveEvent } from './use-save-event.ts';

export function PricingView({ event }: { event: StaffEvent }) {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm<EventValues, typeof eventForm>({
    schema: eventForm,
    defaultValues: toEventValues(event),
    toBody: (values) => values,
  });
  const save = useSaveEvent(event);
  const hadPrices = event.event_pricings[0] !== undefined;
  const submit = (body: EventBody) => {
    if (hadPrices && body.share_price === null) {
      form.setError('share_price', { message: 'Prices can be changed but not removed' });
      return;
    }
    setFailure(undefined);
    save.mutate(body, {
      onSuccess: () => toast('Prices saved'),
      onError: (error) => setFailure(showServerProblems(form, error)),
    });
  };
  return (
    <section aria-labelledby="pricing" className="mx-auto grid w-full max-w-[720px] gap-4 p-4 desk:p-6">
      <header className="grid gap-1">
        <h2 id="pricing" className="text-18 font-bold tracking-[-0.02em]">
          Pricing
        </h2>
        <p className="text-14 text-ink-2">New prices do not change existing orders.</p>
      </header>
      <Form failure={failure} onSubmit={form.handleSubmit(submit)}>
        <EventPriceFields form={form} />
        <Button type="submit" className="justify-self-start" isBusy={save.isPending}>
          Save prices
        </Button>
      </Form>
    </section>
  );
}
