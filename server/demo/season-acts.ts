import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VIEW_MINUTES } from '#contract/rules/albums.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import { inTransaction } from '#server/context.ts';
import { openVerifiedAccount } from '#server/modules/accounts/register.ts';
import { updateUser } from '#server/modules/accounts/update-user.ts';
import { setGift } from '#server/modules/after-sale/gifts.ts';
import { addReferencePhoto } from '#server/modules/athletes/add-reference-photo.ts';
import { addAthlete } from '#server/modules/athletes/athletes.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { changeFavorites } from '#server/modules/found-albums/favorites.ts';
import { findAlbum } from '#server/modules/found-albums/find-album.ts';
import { addSubscription, notifyFollowers } from '#server/modules/found-albums/team-subscriptions.ts';
import { viewAlbum } from '#server/modules/found-albums/view-album.ts';
import { closeDuePools } from '#server/modules/group-orders/end-pool.ts';
import { shareAlbum } from '#server/modules/group-orders/pools.ts';
import { getOrder } from '#server/modules/group-orders/show-order.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { sendDigests } from '#server/modules/notifications/send-digests.ts';
import { addAlbumToCart, getCart } from '#server/modules/orders/cart.ts';
import { checkOut } from '#server/modules/orders/checkout.ts';
import { createCoupon } from '#server/modules/orders/coupons.ts';
import { hasBought } from '#server/modules/orders/purchases.ts';
import { payOrder, paySingle, quotePayment } from '#server/modules/payments/pay.ts';
import { forgetCards } from '#server/modules/payments/saved-cards.ts';
import { planSaleMail } from '#server/modules/reminders/plan-sale-mails.ts';
import { openSaleMail, signClick } from '#server/modules/reminders/send-sale-mail.ts';
import { closeMonth, listStatementMonths } from '#server/modules/reports/statement-months.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { countOpening, makePhotoLink } from '#server/modules/sharing/photo-links.ts';
import { addReply } from '#server/modules/support/desk.ts';
import { type Cast, DAY_MS, HOUR_MS, later, MINUTE_MS, type OfAlbum, type Someone } from './cast.ts';
import { STAFF_ACTS } from './season-staff-acts.ts';
import words from './words.json' with { type: 'json' };

const PHOTOS_PER_VIEW = 5;
/** Networks for examples, which nobody uses. */
const HOMES = ['192.0.2', '198.51.100', '203.0.113'];

type Buying = OfAlbum & { photos?: number[]; coupon?: string };
type PoolMember = { email: string; shares: number; minutesLater: number };
/** What can happen in a season. Everything goes through the use cases that customers and staff use. */
export const ACTS = {
  async reply({ context, staff }: Cast, { title, text }: (typeof words.cannedReplies)[number]) {
    const support = await staff('customer_support');
    await inTransaction(context, (tx) => addReply(tx, support, { title, text }));
  },

  async coupon(
    { context, staff }: Cast,
    step: (typeof words.coupons)[number] & { expires_at: string | null },
  ) {
    const { code, percent_off, amount_off, expires_at } = step;
    const terms = {
      code,
      kind: percent_off === null ? ('fixed' as const) : ('percent' as const),
      percent_off,
      amount_off,
      expires_at,
      max_uses: null,
      max_uses_per_customer: null,
      teams: [],
      events: [],
      memo: 'Season campaign',
    };
    const actor = await staff('super');
    await inTransaction(context, (tx) => createCoupon(tx, actor, terms));
  },

  /** Closes the oldest month that has ended, as a bookkeeper does every month. */
  async closeMonth({ context, staff }: Cast, _step: { at: Date }) {
    const actor = await staff('super');
    await inTransaction(context, async (tx) => {
      const due = (await listStatementMonths(tx)).find(({ state }) => state === 'due');
      if (due) await closeMonth(tx, actor, due.month);
    });
  },

  async join(
    { context, customers }: Cast,
    { customer, follows }: { customer: number; follows: { programName: string; teamName: string }[] },
  ) {
    const person = customers[customer];
    if (!person) return;
    // Customers who shared an address would look like one scraper with many accounts.
    const ip = `${HOMES[customer % HOMES.length]}.${1 + (Math.floor(customer / HOMES.length) % 254)}`;
    const visitor = { ip, userAgent: 'Demo' };
    await inTransaction(context, async (tx) => {
      const { userId } = await openVerifiedAccount({ ...tx, forgetCards, hasBought }, visitor, person.email);
      const actor = { userId, role: 'authenticated', sessionId: '', isVerified: true } as const;
      const { firstName: first_name, lastName: last_name, city, state, zipCode: zip_code } = person;
      const name = `${first_name} ${last_name}`;
      const change = { first_name, last_name, name, city, state, zip_code, country: 'US' };
      await updateUser(tx, actor, { userId, change });
      for (const team of follows) await addSubscription(tx, actor, { ...team, divisionName: '' });
    });
  },

  /** The albums of the demo are published from the start, so the followers hold them already. */
  async publish({ context, actorOf, albumOf, past }: Cast, { at, email, album }: Someone & OfAlbum) {
    const { id: albumId } = await albumOf(album);
    const unnotified = [(await actorOf(email)).userId];
    await inTransaction(context, (tx) => notifyFollowers(tx, { albumId, quiet: false, unnotified }));
    past.setClock(later(at, HOUR_MS));
    await sendDigests(context);
  },

  async visit(
    { context, past, actorOf, albumOf, viewPhotos }: Cast,
    step: Someone & OfAlbum & { views: number },
  ) {
    const actor = await actorOf(step.email);
    const { id: albumId, eventId } = await albumOf(step.album);
    await inTransaction(context, async (tx) => {
      const inShop = { ...tx, purchases: context.purchases };
      const found = await findAlbum(inShop, actor, { albumId, eventId });
      for (let view = 0; view < step.views; view += 1) {
        past.setClock(later(step.at, view * VIEW_MINUTES * MINUTE_MS));
        await viewAlbum(inShop, actor, { foundId: found.id, resume: false });
      }
    });
    await viewPhotos(actor, step.views * PHOTOS_PER_VIEW);
  },

  /** Buys the whole album if the step names no photos. */
  async buy(cast: Cast, { email, album, photos, coupon: couponCode }: Buying) {
    const { context } = cast;
    const actor = await cast.actorOf(email);
    const { id: albumId } = await cast.albumOf(album);
    const choice = photos ? { imageIds: await cast.photosOf(albumId, photos) } : { albumId };
    const { terms } = await quotePayment(context, actor, { choice, couponCode });
    const { totalCents: amountCents } = terms.totals;
    const cardId = amountCents > 0 ? await cast.cardOf(actor, email) : null;
    await paySingle(context, actor, { choice, request: { cardId, amountCents }, couponCode });
  },

  async 'buy-cart'(cast: Cast, { email, albums, giftTo }: Someone & { albums: string[]; giftTo?: string }) {
    const { context } = cast;
    const actor = await cast.actorOf(email);
    const albumIds: number[] = [];
    for (const album of albums) albumIds.push((await cast.albumOf(album)).id);
    const key = await inTransaction(context, async (tx) => {
      for (const albumId of albumIds) await addAlbumToCart(tx, actor, albumId);
      const { id: cartId } = await getCart(tx, actor);
      const order = await checkOut(tx, actor, { cartId, seenTotalCents: undefined });
      const gift = giftTo ? { email: giftTo, message: words.giftMessage } : null;
      if (gift) await setGift(tx, actor, { ref: order.key, gift });
      return order.key;
    });
    const { total: amountCents } = await getOrder(context, actor, key);
    await payOrder(context, actor, {
      ref: key,
      request: { cardId: await cast.cardOf(actor, email), amountCents },
    });
  },

  /** A customer marks photos, is reminded of them two days later, and may open the mail's link and buy. */
  async remind(
    cast: Cast,
    step: Someone & OfAlbum & { photos: number[]; isOpened: boolean; isBought: boolean },
  ) {
    const { context, past } = cast;
    const actor = await cast.actorOf(step.email);
    const album = await cast.albumOf(step.album);
    const asked = { userId: actor.userId, eventId: album.eventId, kind: 'reminder' as const };
    const add = await cast.photosOf(album.id, step.photos);
    await inTransaction(context, (tx) =>
      changeFavorites({ ...tx, purchases: context.purchases, hasMatchIn }, actor, { add, remove: [] }),
    );
    past.setClock(later(step.at, 49 * HOUR_MS));
    await inTransaction(context, (tx) => planSaleMail(tx, asked));
    await past.settle();
    if (!step.isOpened) return;
    past.setClock(later(step.at, 52 * HOUR_MS));
    const mail = await context.db
      .selectFrom('saleMails')
      .select('id')
      .where('userId', '=', asked.userId)
      .where('eventId', '=', asked.eventId)
      .where('sentAt', 'is not', null)
      .executeTakeFirst();
    if (!mail) return;
    await openSaleMail(context, signClick(context, mail.id));
    past.setClock(later(step.at, 53 * HOUR_MS));
    if (step.isBought) await ACTS.buy(cast, step);
  },

  /** Nobody opens a link without `openedAfterMinutes`. */
  async 'share-photos'(
    { context, past, actorOf, albumOf, photosOf }: Cast,
    step: Someone & OfAlbum & { photos: number[]; label: string; openedAfterMinutes?: number },
  ) {
    const actor = await actorOf(step.email);
    const album = await albumOf(step.album);
    const images = await photosOf(album.id, step.photos);
    const link = {
      album: album.id,
      images,
      label: step.label,
      days: 30,
      downloads: false,
      covers_others: false,
    };
    const { token } = await inTransaction(context, (tx) => makePhotoLink(tx, actor, link));
    if (step.openedAfterMinutes === undefined) return;
    past.setClock(later(step.at, step.openedAfterMinutes * MINUTE_MS));
    await countOpening(context, token);
  },

  /** Runs from the opening of a pool to its end, because a pool of the past that stayed open would be closed today. */
  async pool(
    cast: Cast,
    step: Someone & OfAlbum & { members: PoolMember[]; end: 'filled' | 'open' | 'expired' },
  ) {
    const { context, past } = cast;
    const owner = await cast.actorOf(step.email);
    const { id: albumId } = await cast.albumOf(step.album);
    const orderId = await inTransaction(context, (tx) => shareAlbum(tx, owner, { albumId }));
    const { total, key } = await getOrder(context, owner, orderId);
    let taken = 0;
    for (const { email, shares, minutesLater } of step.members) {
      past.setClock(later(step.at, minutesLater * MINUTE_MS));
      const actor = await cast.actorOf(email);
      const cardId = await cast.cardOf(actor, email);
      const amountCents = amountOfSharesCents(total, taken, shares);
      await takeShares(context, actor, { ref: key, request: { cardId, shares, amountCents } });
      taken += shares;
      await past.settle();
    }
    if (step.end !== 'expired') return;
    past.setClock(later(step.at, 6.1 * DAY_MS));
    await closeDuePools(context);
  },

  ...STAFF_ACTS,

  /** A drawn face may serve as the reference photo; the search itself is a job of the present. */
  async athlete(
    { context, actorOf }: Cast,
    { email, name, teamName, scene }: Someone & { name: string; teamName: string | null; scene?: string },
  ) {
    const actor = await actorOf(email);
    const version = consentVersion((await getSettings(context)).template_life_years);
    const athlete = { name, teamName, consent: { version, relation: 'guardian', language: 'en' } } as const;
    const athleteId = await inTransaction(context, (tx) => addAthlete(tx, actor, athlete));
    if (!scene || !context.config.faces.isOn) return;
    const picture = await readFile(join(import.meta.dirname, 'scenes', scene));
    await addReferencePhoto(context, actor, { athleteId, picture });
  },

  /** Once a day the provider pays out and maintenance runs. */
  async day({ past, context }: Cast, _: object) {
    await past.passTime();
    await closeDuePools(context);
  },

  async end({ past, context }: Cast, { since }: { since: Date }) {
    await past.passTime();
    await sweepBalance(context, since);
  },
};
