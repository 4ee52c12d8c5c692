import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';

/** Tells later modules that people are looked for by face again. */
export const facesSwitchedOn = defineJob({ name: 'settings.faces-switched-on', payload: z.object({}) });

/** By then every process knows. */
const KNOWN_SECONDS = 4;

export async function tellFacesSwitchedOn({ db, queue }: Pick<Tx, 'db' | 'queue'>): Promise<void> {
  await queue.enqueue(db, facesSwitchedOn, {}, { startAfterSeconds: KNOWN_SECONDS });
}
