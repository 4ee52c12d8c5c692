import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';

export const facesSwitchedOn = defineJob({ name: 'settings.faces-switched-on', payload: z.object({}) });

/** Longer than a process may keep the old settings, so that the job finds the new ones. */
const DELAY_SECONDS = 4;

export async function tellFacesSwitchedOn({ db, queue }: Pick<Tx, 'db' | 'queue'>): Promise<void> {
  await queue.enqueue(db, facesSwitchedOn, {}, { startAfterSeconds: DELAY_SECONDS });
}
