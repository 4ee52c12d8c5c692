// The event that somebody is setting up. It stays in their browser until they create it or start over.

import { z } from 'zod';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { readStored, readStoredJson, removeStored, writeStoredJson } from '#web/lib/storage.ts';
import type { CrewValues, NewEventValues, Start } from './start-values.ts';

export type Step = 1 | 2 | 3;
export type Draft = {
  at: string;
  step: Step;
  start: Start;
  values: NewEventValues;
  /** The event, if it exists already and only its prices or photographers are missing. */
  created: number | undefined;
};

const crew: z.ZodType<CrewValues[]> = z.array(
  z.object({ photographer: z.number(), days: z.array(z.string()).nullable(), rate: z.string() }),
);
const stored = z.object({
  at: z.iso.datetime(),
  step: z.literal([1, 2, 3]),
  start: z.object({
    kind: z.enum(['event', 'brand', 'blank']),
    event: z.number().optional(),
    without: z.array(z.enum(['prices', 'photographers', 'picture'])).optional(),
  }),
  values: z.looseObject({ crew }),
  created: z.number().optional(),
});

const keyOf = (userId: number) => `NEW_EVENT:${userId}`;

export const hasDraft = (userId: number) => readStored(keyOf(userId)) !== undefined;
export const discardDraft = (userId: number) => removeStored(keyOf(userId));

export function writeDraft(userId: number, { start, ...draft }: Omit<Draft, 'at'>): void {
  const from = start.kind === 'blank' ? start : { ...start, event: start.event.id };
  writeStoredJson(keyOf(userId), { ...draft, start: from, at: new Date() });
}

/** Fields that the draft does not have are filled from `blank`. */
export function readDraft(
  userId: number,
  events: readonly StaffEvent[],
  blank: NewEventValues,
): Draft | undefined {
  const { data } = stored.safeParse(readStoredJson(keyOf(userId)));
  if (!data) return undefined;
  const { start, values, created, ...draft } = data;
  const event = events.find(({ id }) => id === start.event);
  return {
    ...draft,
    created,
    start:
      event && start.kind !== 'blank'
        ? { kind: start.kind, event, without: start.without ?? [] }
        : { kind: 'blank' },
    values: { ...blank, ...values },
  };
}
