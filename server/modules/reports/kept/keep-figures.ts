import type { Context } from '#server/context.ts';
import { keepNext } from './keep-figures.queries.ts';

/** Counts changed months that are over, each in a transaction, so a run that is interrupted continues where it stopped. */
export async function keepFigures(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await keepNext(db, clock.now())));
}
