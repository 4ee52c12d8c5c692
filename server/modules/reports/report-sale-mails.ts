import type { SaleMailFigures } from '#contract/endpoints/reminders.ts';
import type { Tx } from '#server/context.ts';
import { listSaleMailFigures } from './sale-mails.queries.ts';
import { toWireSaleMails } from './sale-mails.wire.ts';

/** Mails to accounts that were deleted since are not counted. */
export async function reportSaleMails({
  db,
  payments,
}: Pick<Tx, 'db' | 'payments'>): Promise<SaleMailFigures[]> {
  return (await listSaleMailFigures(db, payments.mode)).map(toWireSaleMails);
}
