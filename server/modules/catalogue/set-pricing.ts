import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findEvents, lockEvent } from './events.queries.ts';
import { insertPricing, updatePricing } from './pricings.queries.ts';

type NewPrices = BodyOf<typeof catalogueEndpoints.setPricing>;

/** Replaces the event's first pricing, because only that one applies. */
export async function setPricing(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { eventId, prices }: { eventId: number; prices: NewPrices },
) {
  if (!(await lockEvent(db, eventId))) throw new AppError('not_found');
  const before = await findFirstPricing(db, eventId);
  const fields = {
    sharePriceCents: prices.share_price,
    imagePriceCents: prices.image_price,
    photoSteps: JSON.stringify(prices.photo_steps),
    athletePriceCents: prices.athlete_price,
    earlyUntil: prices.early?.until ?? null,
    earlyPercentOff: prices.early?.percent_off ?? null,
    lateFrom: prices.late?.from ?? null,
    latePercentMore: prices.late?.percent_more ?? null,
  };
  if (before) await updatePricing(db, before.id, fields);
  else await insertPricing(db, eventId, fields);
  const after = await findFirstPricing(db, eventId);
  if (!after) throw new AppError('not_found');
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'event.set-pricing',
    subject: `event:${eventId}`,
    before,
    after,
  });
  return after;
}

async function findFirstPricing(db: Db, eventId: number) {
  const [event] = await findEvents(db, [eventId]);
  return event?.pricings[0];
}
