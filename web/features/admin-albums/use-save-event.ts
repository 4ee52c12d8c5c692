import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { catalogueEndpoints, newEvent } from '#contract/endpoints/catalogue.ts';
import { newPricing } from '#contract/entities/new-pricing.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { callApi } from '#web/lib/api.ts';
import type { EventBody } from './event-values.ts';
import { toPricing } from './price-values.ts';

const EVENT_KEYS = Object.keys(newEvent.shape);

/** Leaves out the prices, which have a call of their own. */
function pickEvent(form: EventBody): z.output<typeof newEvent> {
  return newEvent.parse(Object.fromEntries(Object.entries(form).filter(([key]) => EVENT_KEYS.includes(key))));
}

function withoutId(pricing: StaffEvent['event_pricings'][number] | undefined) {
  if (!pricing) return undefined;
  const { id: _id, ...fields } = pricing;
  return fields;
}

async function saveEvent(event: StaffEvent | undefined, form: EventBody): Promise<StaffEvent> {
  const pricing = newPricing.safeParse(toPricing(form)).data;
  const body = pickEvent(form);
  const saved = event
    ? await callApi(catalogueEndpoints.updateEvent, { params: { id: event.id }, body })
    : await callApi(catalogueEndpoints.createEvent, { body });
  const before = event?.event_pricings[0];
  const isSame = JSON.stringify(newPricing.safeParse(withoutId(before)).data) === JSON.stringify(pricing);
  if (pricing && !isSame) {
    await callApi(catalogueEndpoints.setPricing, { params: { id: saved.id }, body: pricing });
  }
  return saved;
}

export function useSaveEvent(event: StaffEvent | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: EventBody) => saveEvent(event, form),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}

export function useArchiveEvent(event: StaffEvent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (archived: boolean) =>
      callApi(catalogueEndpoints.updateEvent, { params: { id: event.id }, body: { archived } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}
