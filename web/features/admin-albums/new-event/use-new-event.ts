import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { newPricing, type StaffEvent } from '#contract/entities/staff-event.ts';
import { isDrawnPicture } from '#contract/rules/event-pictures.ts';
import { callApi } from '#web/lib/api.ts';
import { toDollars, todayIsoDate } from '#web/lib/formats.ts';
import { useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { type EventBody, type EventValues, eventForm, percent, pickEvent } from '../event-form.ts';
import { toPricing } from '../price-values.ts';
import { eventCrewQuery } from '../staff-catalogue.query.ts';
import { findNextToRepeat, type Start, startValues } from './start-values.ts';

const rate = percent.refine((basisPoints) => basisPoints !== null, 'Enter a percentage');
const crew = z.array(
  z.object({ photographer: z.number(), days: z.array(z.string()).nullable(), rate: rate.transform(Number) }),
);
const newEventForm = eventForm.safeExtend({ crew });

export type CrewValues = { photographer: number; days: string[] | null; rate: string };
export type NewEventValues = EventValues & { crew: CrewValues[] };
type NewEventBody = z.output<typeof newEventForm>;
export type NewEventForm = UseFormReturn<NewEventValues, unknown, NewEventBody>;

/** The parts of the form that an event which exists has too. */
export const asEventForm = (form: NewEventForm) =>
  form as unknown as UseFormReturn<EventValues, unknown, EventBody>;

type Sources = { events: readonly StaffEvent[]; lists: readonly PriceList[] };

export function useNewEvent({ events, lists }: Sources, onCreated: (event: StaffEvent) => void) {
  const queryClient = useQueryClient();
  const [start, setStart] = useState<Start>(() => {
    const event = findNextToRepeat(events, todayIsoDate());
    return event ? { kind: 'event', event } : { kind: 'blank' };
  });
  const form: NewEventForm = useContractForm({
    schema: newEventForm,
    defaultValues: { ...startValues(start, lists, todayIsoDate()), crew: [] as CrewValues[] },
  });

  const startFrom = (next: Start) => {
    setStart(next);
    form.reset({ ...startValues(next, lists, todayIsoDate()), crew: [] });
  };

  /** Brings last year's photographers along, at the rate they had, for every day. */
  const bringCrew = async () => {
    if (start.kind !== 'event' || form.getValues('crew').length > 0) return;
    const roster = await queryClient.fetchQuery(eventCrewQuery(start.event.id)).catch(() => undefined);
    const members = (roster?.assigned ?? []).map(({ photographer, rate_basis_points }) => ({
      photographer,
      days: null,
      rate: toDollars(rate_basis_points),
    }));
    form.setValue('crew', members);
  };

  // Set once the event exists, so that a second attempt after a failure goes on with it.
  const created = useRef<StaffEvent>(undefined);
  const save = useFormMutation(form, {
    send: async (typed: NewEventBody) => {
      const body = pickEvent(typed);
      const event = created.current
        ? await callApi(catalogueEndpoints.updateEvent, { params: { id: created.current.id }, body })
        : await callApi(catalogueEndpoints.createEvent, { body: { ...body, ...pictureOf(start) } });
      created.current = event;
      const { id } = event;
      const pricing = newPricing.safeParse(toPricing(typed)).data;
      if (pricing) {
        const prices = { ...pricing, price_list_version: typed.price_list_version };
        await callApi(catalogueEndpoints.setPricing, { params: { id }, body: prices });
      }
      for (const { photographer, days, rate: rate_basis_points } of typed.crew) {
        const terms = { rate_basis_points, days };
        await callApi(rosterEndpoints.assignPhotographer, { params: { id, photographer }, body: terms });
      }
      return event;
    },
    onSuccess: onCreated,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
  return { form, save, start, startFrom, bringCrew };
}

function pictureOf(start: Start): { picture_from?: number } {
  if (start.kind === 'blank' || isDrawnPicture(start.event.picture)) return {};
  return { picture_from: start.event.id };
}
