import type { TaxFor } from '#server/modules/tax/tax-port.ts';
import type { Db } from '#server/platform/database/database.ts';
import { listLineTaxes, type OrderRow } from './orders.ts';

/** An order keeps the rates of its day, whatever they are by now. `lines` are in the order in which they are priced. */
export async function taxedAs(db: Db, order: OrderRow, lines: readonly { id: number }[]): Promise<TaxFor> {
  const rates = order.taxSource === 'stripe' ? [] : await listLineTaxes(db, order.id);
  return {
    order,
    ratesOf: (position) => rates.filter(({ orderLineId }) => orderLineId === lines[position]?.id),
  };
}
