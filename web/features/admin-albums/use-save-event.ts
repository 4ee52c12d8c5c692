import { useMutation, useQueryClient } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { callApi } from '#web/lib/api.ts';
import type { EventBody } from './event-values.ts';

async function saveEvent(event: StaffEvent | undefined, form: EventBody): Promise<StaffEvent> {
  const { share_price, image_price, ...body } = form;
  const saved = event
    ? await callApi(catalogueEndpoints.updateEvent, { params: { id: event.id }, body })
    : await callApi(catalogueEndpoints.createEvent, { body });
  const before = event?.event_pricings[0];
  const isSame = before?.share_price === share_price && before?.image_price === image_price;
  if (share_price !== null && !isSame) {
    await callApi(catalogueEndpoints.setPricing, {
      params: { id: saved.id },
      body: { share_price, image_price },
    });
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
