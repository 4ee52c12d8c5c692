import { inTransaction } from '#server/context.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { changeFavorites } from '#server/modules/found-albums/favorites.ts';
import { openSaleMail } from '#server/modules/reminders/open-sale-mail.ts';
import { planSaleMail } from '#server/modules/reminders/plan-sale-mails.ts';
import { signClick } from '#server/modules/reminders/send-sale-mail.ts';
import { buyPhotos } from './act-as-customer.ts';
import type { Cast } from './cast.ts';
import type { StepOf } from './season-plan.types.ts';
import { HOUR_MS } from './season-times.ts';

const REMINDED_AFTER_HOURS = 49;
const OPENED_AFTER_HOURS = 52;
const BOUGHT_AFTER_HOURS = 53;

/** A customer marks photos, is reminded of them two days later, and may open the mail's link and buy. */
export async function remind(cast: Cast, step: StepOf<'remind'>): Promise<void> {
  const { context, past } = cast;
  const { at, email, album: identifier, photos, isOpened, isBought } = step;
  const wait = (hours: number) => past.setClock(new Date(at.getTime() + hours * HOUR_MS));
  const actor = await cast.actorOf(email);
  const album = await cast.albumOf(identifier);
  const add = await cast.photosOf(album, photos);
  await inTransaction(context, (tx) =>
    changeFavorites({ ...tx, purchases: context.purchases, hasMatchIn }, actor, { add, remove: [] }),
  );
  wait(REMINDED_AFTER_HOURS);
  const { userId } = actor;
  await inTransaction(context, (tx) =>
    planSaleMail(tx, { userId, eventId: album.eventId, kind: 'reminder' }),
  );
  await past.settle();
  if (!isOpened) return;
  wait(OPENED_AFTER_HOURS);
  const mail = await context.db
    .selectFrom('saleMails')
    .select('id')
    .where('userId', '=', userId)
    .where('eventId', '=', album.eventId)
    .where('sentAt', 'is not', null)
    .executeTakeFirst();
  if (!mail) return;
  await openSaleMail(context, signClick(context, mail.id));
  wait(BOUGHT_AFTER_HOURS);
  if (isBought) await buyPhotos(cast, { ...step, kind: 'buy-photos' });
}
