import type { Context } from '#server/context.ts';
import { nameViewers } from './view-names.queries.ts';

const VIEWS_PER_BATCH = 10_000;

/** Fills in the viewers of views that a release before wrote. A run that is interrupted continues where it stopped. */
export async function nameAllViewers(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const views = await nameViewers(db, VIEWS_PER_BATCH);
    if (views === 0) return;
    log.info({ views }, 'viewers were written to views');
  }
}
