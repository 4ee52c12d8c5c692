import { createHash } from 'node:crypto';
import type { TaxPart, TaxPlace } from '#contract/rules/tax.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { AnswerNeeded } from '#server/platform/payments/answer-needed.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

/** The longest time between quote and payment. After that Stripe calculates again. */
const USABLE_MINUTES = 24 * 60;

type Asked = {
  userId: number;
  place: TaxPlace;
  payable: readonly number[];
  isIncluded: boolean;
  taxCode: string;
  isEstimate: boolean;
};

type Calculation = { calculationId: string; lines: TaxPart[][] };

/** Returns what Stripe has answered before. If it was not asked, an estimate does without, and an order waits for it. */
export async function findCalculation(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  asked: Asked,
): Promise<Calculation | undefined> {
  const { isEstimate, ...question } = asked;
  const askedHash = createHash('sha256').update(JSON.stringify(question)).digest('hex');
  const known = await db
    .selectFrom('taxCalculations')
    .select(['calculationId', 'lines'])
    .$narrowType<{ lines: TaxPart[][] }>()
    .where('askedHash', '=', askedHash)
    .where('createdAt', '>', minutesFrom(clock.now(), -USABLE_MINUTES).toISOString())
    .executeTakeFirst();
  if (known || isEstimate) return known;
  throw new AnswerNeeded(async ({ db: outside, payments, clock: now }) => {
    const { calculationId, lines } = await orExplain(() => payments.calculateTax(question));
    const row = { calculationId, lines: JSON.stringify(lines), createdAt: now.now() };
    await outside
      .insertInto('taxCalculations')
      .values({ askedHash, ...row })
      .onConflict((conflict) => conflict.column('askedHash').doUpdateSet(row))
      .execute();
  });
}

/** Nothing is charged yet, so the buyer can simply try again. */
async function orExplain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentUnknown) throw new AppError('tax_unavailable');
    if (!(error instanceof PaymentRefused)) throw error;
    const isPlaceUnknown = (error.cause as { code?: string }).code === 'customer_tax_location_invalid';
    throw new AppError(isPlaceUnknown ? 'tax_place_unknown' : 'tax_unavailable');
  }
}

/** One calculation becomes one transaction, so an order takes it away. */
export async function takeCalculation(db: Db, calculationId: string | null): Promise<void> {
  if (calculationId === null) return;
  await db.deleteFrom('taxCalculations').where('calculationId', '=', calculationId).execute();
}

export async function forgetCalculations({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('taxCalculations')
    .where('createdAt', '<', minutesFrom(clock.now(), -USABLE_MINUTES).toISOString())
    .execute();
}
