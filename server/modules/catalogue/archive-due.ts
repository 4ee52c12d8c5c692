import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { archivePastEvents } from './events.queries.ts';

/**
 * Archives events whose last day of sale is over. Sales and first previews end at midnight even before this has run; lists
 * and posters follow with it.
 */
export async function archiveDueEvents({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<void> {
  for (const eventId of await archivePastEvents(db, clock.now())) {
    const change = { before: { archived: false }, after: { archived: true } };
    await recordAudit(db, { actorId: null, action: 'event.archive', subject: `event:${eventId}`, ...change });
  }
}
