import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { newPricing, type StaffEvent } from '#contract/entities/staff-event.ts';
import { callApi } from '#web/lib/api.ts';
import { toDollars, todayIsoDate } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { eventRosterQuery, rosterQuery } from '#web/lib/staff.query.ts';
import { useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { type EventBody, type EventValues, eventForm, percent, pickEvent } from '../event-form.ts';
import { toPricing } from '../price-values.ts';
import { discardDraft, readDraft, writeDraft } from './draft.ts';
import {
  brings,
  bringsPhoto,
  findNextToRepeat,
  type NewEventValues,
  type Part,
  type Start,
  startValues,
} from './start-values.ts';

const rate = percent.refine((basisPoints) => basisPoints !== null, 'Enter a percentage');
const crew = z.array(
  z.object({ photographer: z.number(), days: z.array(z.string()).nullable(), rate: rate.transform(Number) }),
);
const newEventForm = eventForm.safeExtend({ crew });

type NewEventBody = z.output<typeof newEventForm>;
export type NewEventForm = UseFormReturn<NewEventValues, unknown, NewEventBody>;

/** The parts of the form that an event which exists has too. */
export const asEventForm = (form: NewEventForm) =>
  form as unknown as UseFormReturn<EventValues, unknown, EventBody>;

type Sources = { events: readonly StaffEvent[]; lists: readonly PriceList[] };

export function useNewEvent({ events, lists }: Sources, onCreated: (event: StaffEvent) => void) {
  const queryClient = useQueryClient();
  const { id: userId } = useUser();
  const valuesOf = (from: Start): NewEventValues => ({
    ...startValues(from, lists, todayIsoDate()),
    crew: [],
  });
  const suggested = (): Start => {
    const event = findNextToRepeat(events, todayIsoDate());
    return event ? { kind: 'event', event } : { kind: 'blank' };
  };
  const [opened, setOpened] = useState(() => readDraft(userId, events, valuesOf({ kind: 'blank' })));
  const [start, setStart] = useState(() => opened?.start ?? suggested());
  const [step, setStep] = useState(opened?.step);
  const form: NewEventForm = useContractForm({
    schema: newEventForm,
    defaultValues: opened?.values ?? valuesOf(start),
  });
  // Set once the event exists, so that a second attempt after a failure continues with it.
  const created = useRef(opened?.created);

  const isDraft = form.formState.isDirty || step !== undefined;
  const keep = () =>
    writeDraft(userId, { step: step ?? 1, start, values: form.getValues(), created: created.current });
  const values = form.watch();
  // Every change renders the page, so the draft is never behind what is on the screen.
  useEffect(() => {
    if (isDraft && !save.unsaved.isSaved.current) keep();
  });

  const startFrom = (next: Start) => {
    setStart(next);
    form.reset(valuesOf(next));
  };
  /** Takes a part of last year's event along or leaves it behind. What was typed elsewhere stays. */
  const bring = (part: Part) => {
    if (start.kind === 'blank') return;
    const without = start.without?.filter((other) => other !== part) ?? [];
    const next = { ...start, without: brings(start, part) ? [...without, part] : without };
    const before: Record<string, unknown> = valuesOf(start);
    setStart(next);
    for (const [name, value] of Object.entries(valuesOf(next)))
      if (JSON.stringify(value) !== JSON.stringify(before[name]))
        form.setValue(name as keyof NewEventValues, value, { shouldDirty: true });
    if (part === 'photographers') form.setValue('crew', [], { shouldDirty: true });
  };
  const startOver = () => {
    discardDraft(userId);
    created.current = undefined;
    setOpened(undefined);
    setStep(undefined);
    startFrom(suggested());
  };

  /** Copies last year's photographers who are still on the roster, at their rates, for every day. */
  const bringCrew = async () => {
    if (start.kind !== 'event' || !brings(start, 'photographers') || form.getValues('crew').length > 0)
      return;
    const [roster, people] = await Promise.all([
      queryClient.fetchQuery(eventRosterQuery(start.event.id)),
      queryClient.fetchQuery(rosterQuery),
    ]).catch(() => []);
    const isOnRoster = (photographer: number) =>
      people?.some(({ id, left_at }) => id === photographer && left_at === null);
    const members = (roster?.assigned ?? [])
      .filter(({ photographer }) => isOnRoster(photographer))
      .map(({ photographer, rate_basis_points }) => ({
        photographer,
        days: null,
        rate: toDollars(rate_basis_points),
      }));
    form.setValue('crew', members);
  };

  const save = useFormMutation(form, {
    send: async (typed: NewEventBody) => {
      const body = pickEvent(typed);
      const event = created.current
        ? await callApi(catalogueEndpoints.updateEvent, { params: { id: created.current }, body })
        : await callApi(catalogueEndpoints.createEvent, { body: { ...body, ...pictureOf(start) } });
      const { id } = event;
      created.current = id;
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
    onSuccess: (event) => {
      discardDraft(userId);
      onCreated(event);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
  const draft = { isKept: isDraft, openedAt: opened?.at, keep, startOver };
  return { form, values, save, start, startFrom, bring, bringCrew, step, setStep, draft };
}

function pictureOf(start: Start): { picture_from?: number } {
  return start.kind !== 'blank' && bringsPhoto(start) ? { picture_from: start.event.id } : {};
}
