import type { PassStatement } from '#contract/endpoints/passes.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { commissionCents } from './commission.rules.ts';
import { countOwnFrames, countOwnSold, sumOwnShares } from './photographer.queries.ts';

/** The statement of one photographer for one event, of all time. It equals their row of the report for staff. */
export async function reportPhotographer(
  tx: Pick<Tx, 'db' | 'payments' | 'log'>,
  { eventId, photographer }: { eventId: number; photographer: string },
): Promise<PassStatement> {
  const { db, payments } = tx;
  const { commission_rate_basis_points: rate } = await getSettings(tx);
  const of = { eventId, photographer, mode: payments.mode };
  const { frames, published } = await countOwnFrames(db, of);
  const { chargedCents, returnedCents } = await sumOwnShares(db, of);
  return {
    frames,
    published,
    sold: await countOwnSold(db, of),
    revenue: chargedCents,
    // Subtracting from zero avoids -0.
    refunds: 0 - returnedCents,
    commission_rate_basis_points: rate,
    commission: commissionCents(chargedCents + returnedCents, rate),
  };
}
