import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { Form } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { EventPriceFields } from './event-fields.tsx';
import { useEventForm } from './event-form.ts';

export function PricingView({ event }: { event: StaffEvent }) {
  const { form, save } = useEventForm(event, () => toast('Prices saved'));
  const hadPrices = event.event_pricings[0] !== undefined;
  const submit = form.handleSubmit((body) => {
    if (hadPrices && body.share_price === null) {
      form.setError('share_price', { message: 'Prices can be changed but not removed' });
      return;
    }
    save.mutate(body);
  });
  return (
    <section aria-labelledby="pricing" className="mx-auto grid w-full max-w-[720px] gap-4 p-4 desk:p-6">
      <header className="grid gap-1">
        <h2 id="pricing" className="text-18 font-bold tracking-[-0.02em]">
          Pricing
        </h2>
        <p className="text-14 text-ink-2">New prices do not change existing orders.</p>
      </header>
      <Form failure={save.failure} onSubmit={submit}>
        <EventPriceFields form={form} />
        <Button type="submit" className="justify-self-start" isBusy={save.isPending}>
          Save prices
        </Button>
      </Form>
      <SaveGuard save={save} />
    </section>
  );
}

const { listCockpitLinks: list, makeCockpitLink: make, endCockpitLink: end } = cockpitEndpoints;

export function EventCockpit({ event }: { event: StaffEvent }) {
  return (
    <EventLinksPanel
      links={{ eventId: event.id, kind: 'producer', calls: { list, make, end } }}
      heading="Producer links"
      sentence="Anyone with a link can follow uploads, sales by team and the producer’s share. They need no account and see no customer data."
      form={{
        name: 'New producer link',
        labelField: 'Link for',
        usualLabel: event.producer_name || 'Producer',
        title: `${event.name}, cockpit`,
        pathOf: paths.cockpit,
      }}
    />
  );
}
