import { type Insertable, sql } from 'kysely';
import type { PhotoStep } from '#contract/rules/pricing.ts';
import type { EventPricings } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

/** The columns of a pricing inside JSON, named as they cross the wire. */
export const PRICING_FIELDS = [
  sql<number>`event_pricings.id`.as('id'),
  sql<number>`share_price_cents`.as('share_price'),
  sql<number | null>`image_price_cents`.as('image_price'),
  sql<PhotoStep[]>`photo_steps`.as('photo_steps'),
  sql<number | null>`athlete_price_cents`.as('athlete_price'),
  sql<{ until: string; percent_off: number } | null>`
    case when early_until is not null
      then json_build_object('until', early_until, 'percent_off', early_percent_off) end`.as('early'),
  sql<{ from: string; percent_more: number } | null>`
    case when late_from is not null
      then json_build_object('from', late_from, 'percent_more', late_percent_more) end`.as('late'),
] as const;

export type PricingFields = Omit<Insertable<EventPricings>, 'id' | 'eventId' | 'createdAt'>;

export async function insertPricing(db: Db, eventId: number, fields: PricingFields): Promise<void> {
  await db
    .insertInto('eventPricings')
    .values({ ...fields, eventId })
    .execute();
}

export async function updatePricing(db: Db, pricingId: number, fields: PricingFields): Promise<void> {
  await db.updateTable('eventPricings').set(fields).where('id', '=', pricingId).execute();
}
