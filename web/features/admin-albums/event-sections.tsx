import { useQuery } from '@tanstack/react-query';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { toast } from '#web/lib/toast.ts';
import { EventPriceFields } from './event-fields.tsx';
import { useEventForm } from './event-form.ts';
import { priceListsQuery } from './staff-catalogue.query.ts';

export function PricingView({ event }: { event: StaffEvent }) {
  const { form, save } = useEventForm(event, () => toast('Prices saved'));
  const { data: lists = [] } = useQuery(priceListsQuery);
  const hadPrices = event.event_pricings[0] !== undefined;
  const submit = form.handleSubmit((body) => {
    if (hadPrices && body.album_price === null) {
      form.setError('album_price', { message: 'Prices can be changed but not removed' });
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
        <p className="text-14 text-ink-2">{describeList(event)} New prices don’t change existing orders.</p>
      </header>
      <Form failure={save.failure} onSubmit={submit}>
        <EventPriceFields form={form} lists={lists} />
        <Button type="submit" className="justify-self-start" isBusy={save.isPending}>
          Save prices
        </Button>
      </Form>
      <SaveGuard save={save} />
    </section>
  );
}

function describeList({ price_list: list }: StaffEvent): string {
  if (!list) return '';
  const version = `${list.name}, version ${list.number}`;
  const own = list.has_own_prices ? ', with its own prices' : '';
  return `This event uses ${version}${own}.${list.is_newest ? '' : ' The list has a newer version.'}`;
}
