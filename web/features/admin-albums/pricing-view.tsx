import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { toast } from '#web/lib/toast.ts';
import { EventPriceFields } from './event-fields.tsx';
import { useEventForm } from './use-event-form.ts';

export function PricingView({ event }: { event: StaffEvent }) {
  const { form, save, isSaving, failure } = useEventForm(event);
  const hadPrices = event.event_pricings[0] !== undefined;
  const submit = form.handleSubmit((body) => {
    if (hadPrices && body.share_price === null) {
      form.setError('share_price', { message: 'Prices can be changed but not removed' });
      return;
    }
    save(body, () => toast('Prices saved'));
  });
  return (
    <section aria-labelledby="pricing" className="mx-auto grid w-full max-w-[720px] gap-4 p-4 desk:p-6">
      <header className="grid gap-1">
        <h2 id="pricing" className="text-18 font-bold tracking-[-0.02em]">
          Pricing
        </h2>
        <p className="text-14 text-ink-2">New prices do not change existing orders.</p>
      </header>
      <Form failure={failure} onSubmit={submit}>
        <EventPriceFields form={form} />
        <Button type="submit" className="justify-self-start" isBusy={isSaving}>
          Save prices
        </Button>
      </Form>
    </section>
  );
}
