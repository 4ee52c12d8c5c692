import { REVIEW_HOURS, URGENT_REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { StaffQueues } from '#contract/endpoints/overview.ts';
import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { countChats, countReported, listDoubtful } from './overview.queries.ts';
import { countCases } from './payment-cases.queries.ts';

const REVIEW_DEADLINES = { usual: REVIEW_HOURS, urgent: URGENT_REVIEW_HOURS };

/** The counts are those of the overview, so that a badge and its queue never differ. */
export async function countQueues(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
): Promise<StaffQueues> {
  const ifMay = async (permission: Permission, count: () => Promise<number>) =>
    roleCan(actor.role, permission) ? count() : null;
  const cases = roleCan(actor.role, 'customers') ? await countCases(db, clock.now()) : undefined;
  const refunds = cases?.get('refund_request') ?? 0;
  const all = [...(cases?.values() ?? [])].reduce((sum, waiting) => sum + waiting, 0);
  return {
    doubtful_photos: await ifMay('admin_albums', async () => (await listDoubtful(db))[0]?.total ?? 0),
    reported_photos: await ifMay(
      'admin_report_photo_review',
      async () => (await countReported(db, clock.now(), REVIEW_DEADLINES)).waiting,
    ),
    conversations: await ifMay('customers', async () => (await countChats(db)).waiting),
    failed_jobs: await ifMay('admin', async () => (await queue.listDeadLetters()).length),
    refunds_to_approve: cases ? refunds : null,
    payment_cases: cases ? all - refunds : null,
  };
}
