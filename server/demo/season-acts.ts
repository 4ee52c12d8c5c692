import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consentVersion } from '#contract/rules/athletes.ts';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import { inTransaction } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { openVerifiedAccount } from '#server/modules/accounts/register.ts';
import { updateUser } from '#server/modules/accounts/update-user.ts';
import { addUserNote } from '#server/modules/accounts/user-administration.ts';
import { sendEvidence } from '#server/modules/after-sale/evidence.ts';
import { setGift } from '#server/modules/after-sale/gifts.ts';
import { approveRefund, refundOrder } from '#server/modules/after-sale/refunds.ts';
import { addReferencePhoto } from '#server/modules/athletes/add-reference-photo.ts';
import { addAthlete, listAthletes } from '#server/modules/athletes/athletes.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { makeEventLink } from '#server/modules/event-links/event-links.ts';
import { changeFavorites } from '#server/modules/found-albums/favorites.ts';
import { findAlbum } from '#server/modules/found-albums/find-album.ts';
import { addSubscription, notifyFollowers } from '#server/modules/found-albums/team-subscriptions.ts';
import { viewAlbum } from '#server/modules/found-albums/view-album.ts';
import { closeDuePools } from '#server/modules/group-orders/end-pool.ts';
import { shareAlbum } from '#server/modules/group-orders/pools.ts';
import { getOrder, listMyOrders } from '#server/modules/group-orders/show-order.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { acknowledgeReport } from '#server/modules/moderation/decide-reports.ts';
import { reportPhoto } from '#server/modules/moderation/reports.ts';
import { sendDigests } from '#server/modules/notifications/deliver-message.ts';
import { addAlbumToCart, checkOut, getCart } from '#server/modules/orders/cart.ts';
import { createCoupon } from '#server/modules/orders/coupons.ts';
import type { ItemChoice } from '#server/modules/orders/items.ts';
import { hasBought } from '#server/modules/orders/purchases.ts';
import { addCard, removeCard } from '#server/modules/payments/cards.ts';
import { payOrder, paySingle, quotePayment } from '#server/modules/payments/pay.ts';
import { forgetCards } from '#server/modules/payments/saved-cards.ts';
import { openSaleMail } from '#server/modules/reminders/open-sale-mail.ts';
import { planSaleMail } from '#server/modules/reminders/plan-sale-mails.ts';
import { signClick } from '#server/modules/reminders/send-sale-mail.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { makePhotoLink, openPhotoLink } from '#server/modules/sharing/photo-links.ts';
import { answerConversation, sendMessage, setStatuses } from '#server/modules/support/conversations.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { VERSION } from '#server/version.ts';
import type { Cast } from './cast.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeasonStep, type StepOf, type Steps } from './season-plan.ts';
import words from './words.json' with { type: 'json' };

const PHOTOS_PER_VIEW = 5;
/** Networks for examples, which nobody uses. */
const HOMES = ['192.0.2', '198.51.100', '203.0.113'];

/** Carries out a step through the use cases that customers and staff use. */
export function execute(cast: Cast, step: SeasonStep): Promise<void> {
  return (ACTS[step.kind] as (cast: Cast, step: SeasonStep) => Promise<void>)(cast, step);
}

const ACTS: { [Kind in keyof Steps]: (cast: Cast, step: StepOf<Kind>) => Promise<void> } = {
  async coupon({ context, staff }, step) {
    const terms = {
      code: step.code,
      kind: step.percentOff === null ? ('fixed' as const) : ('percent' as const),
      percent_off: step.percentOff,
      amount_off: step.amountOffCents,
      expires_at: step.endsAt?.toISOString() ?? null,
      max_uses: null,
      max_uses_per_customer: null,
      teams: [],
      memo: 'Season campaign',
    };
    const actor = await staff('super');
    await inTransaction(context, (tx) => createCoupon(tx, actor, terms));
  },

  async join({ context, customers }, { customer, follows }) {
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

  /** Followers hear of the albums of an event at the pace of the show. */
  async publish({ context, past, albumOf }, { at: lastAt, albums }) {
    for (const { identifier, at, followers } of albums) {
      past.setClock(at);
      const { id: albumId } = await albumOf(identifier);
      // The albums of the demo are published from the start, so the followers hold them already.
      const unnotified = [...(await accountsByEmail(context.db, followers)).values()];
      await inTransaction(context, (tx) => notifyFollowers(tx, { albumId, quiet: false, unnotified }));
    }
    for (const minutes of [5, 70, 140]) {
      past.setClock(later(lastAt, minutes * MINUTE_MS));
      await sendDigests(context);
    }
  },

  async visit({ context, actorOf, albumOf, lookAtPhotos }, { email, album, views }) {
    const actor = await actorOf(email);
    const { id: albumId, eventId } = await albumOf(album);
    await inTransaction(context, async (tx) => {
      const inShop = { ...tx, purchases: context.purchases };
      const found = await findAlbum(inShop, actor, { albumId, eventId });
      for (let view = 0; view < views; view += 1) await viewAlbum(inShop, actor, found.id);
    });
    await lookAtPhotos(actor, views * PHOTOS_PER_VIEW);
  },

  async 'buy-album'(cast, step) {
    await buy(cast, step, { albumId: (await cast.albumOf(step.album)).id });
  },

  async 'buy-photos'(cast, step) {
    const imageIds = await cast.photosOf(await cast.albumOf(step.album), step.photos);
    if (imageIds.length > 0) await buy(cast, step, { imageIds });
  },

  async 'buy-cart'(cast, { email, albums, giftTo }) {
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
    const request = { cardId: await cast.cardOf(actor, email), amountCents };
    await payOrder(context, actor, { ref: key, request });
  },

  /** The bank refuses a card, and the buyer removes it. */
  async declined({ context, actorOf, albumOf }, { email, album }) {
    const actor = await actorOf(email);
    const choice = { albumId: (await albumOf(album)).id };
    const { terms } = await quotePayment(context, actor, { choice, couponCode: undefined });
    const { id: cardId } = await addCard(context, actor, { token: 'pm_card_chargeCustomerFail' });
    const request = { cardId, amountCents: terms.totals.totalCents };
    try {
      await paySingle(context, actor, { choice, request });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'card_declined')) throw error;
    }
    await removeCard(context, actor, cardId);
  },

  /** A customer marks photos, is reminded of them two days later, and may open the mail's link and buy. */
  async remind(cast, { at, email, album: identifier, photos, isOpened, isBought }) {
    const { context, past } = cast;
    const actor = await cast.actorOf(email);
    const { userId } = actor;
    const album = await cast.albumOf(identifier);
    const add = await cast.photosOf(album, photos);
    await inTransaction(context, (tx) =>
      changeFavorites({ ...tx, purchases: context.purchases, hasMatchIn }, actor, { add, remove: [] }),
    );
    past.setClock(later(at, 49 * HOUR_MS));
    const asked = { userId, eventId: album.eventId, kind: 'reminder' as const };
    await inTransaction(context, (tx) => planSaleMail(tx, asked));
    await past.settle();
    if (!isOpened) return;
    past.setClock(later(at, 52 * HOUR_MS));
    const mail = await context.db
      .selectFrom('saleMails')
      .select('id')
      .where('userId', '=', userId)
      .where('eventId', '=', album.eventId)
      .where('sentAt', 'is not', null)
      .executeTakeFirst();
    if (!mail) return;
    await openSaleMail(context, signClick(context, mail.id));
    past.setClock(later(at, 53 * HOUR_MS));
    if (isBought) await buy(cast, { email }, { imageIds: add });
  },

  async 'share-photos'({ context, past, actorOf, albumOf, photosOf }, step) {
    const actor = await actorOf(step.email);
    const album = await albumOf(step.album);
    const images = await photosOf(album, step.photos);
    const link = { album: album.id, images, label: step.label, days: 30, downloads: false };
    const { token } = await inTransaction(context, (tx) => makePhotoLink(tx, actor, link));
    if (step.openedAfterMinutes === undefined) return;
    past.setClock(later(step.at, step.openedAfterMinutes * MINUTE_MS));
    await openPhotoLink(context, token);
  },

  /** Runs from the opening of a pool to its end, because a pool of the past that stayed open would be closed today. */
  async pool(cast, { at, email, album, shares, members, end }) {
    const { context, past } = cast;
    const owner = await cast.actorOf(email);
    const { id: albumId } = await cast.albumOf(album);
    const orderId = await inTransaction(context, (tx) => shareAlbum(tx, owner, { albumId }));
    const { total, key } = await getOrder(context, owner, orderId);
    let taken = 0;
    for (const member of [{ email, shares, minutesLater: 0 }, ...members]) {
      past.setClock(later(at, member.minutesLater * MINUTE_MS));
      const actor = await cast.actorOf(member.email);
      const cardId = await cast.cardOf(actor, member.email);
      const amountCents = amountOfSharesCents(total, taken, member.shares);
      await takeShares(context, actor, { ref: key, request: { cardId, shares: member.shares, amountCents } });
      taken += member.shares;
      await past.settle();
    }
    if (end !== 'expired') return;
    past.setClock(later(at, 6.1 * DAY_MS));
    await closeDuePools(context);
  },

  async refund({ context, past, actorOf, staff }, step) {
    const [order] = await listMyOrders(context, await actorOf(step.email), 'paid');
    if (!order) return;
    const request = { ref: order.id, lineIds: undefined, memo: step.memo };
    const outcome = await refundOrder(context, await staff('customer_support'), request);
    if (!('request' in outcome) || step.approval === 'waiting') return;
    past.setClock(later(step.at, 2 * HOUR_MS));
    await approveRefund(context, await staff('super'), outcome.request.id);
  },

  async chat({ context, past, actorOf, staff }, step) {
    const sending = sendingOf(await actorOf(step.email));
    const support = await staff('customer_support');
    let conversationId = 0;
    for (const [index, { from, text, minutesLater }] of step.talk.entries()) {
      past.setClock(later(step.at, minutesLater * MINUTE_MS));
      const draft = { text, attachments: [], key: keyOf(step, index) };
      if (from === 'customer') conversationId = (await sendMessage(context, sending, draft)).conversation.id;
      else await inTransaction(context, (tx) => answerConversation(tx, support, { conversationId, draft }));
    }
    if (!step.isClosed) return;
    const closing = { conversationIds: [conversationId], status: 'closed' } as const;
    await inTransaction(context, (tx) => setStatuses(tx, support, closing));
  },

  async bug({ context, actorOf }, step) {
    const { text, ...seen } = words.bugs[step.bug] ?? { text: '', page: '', browser: '', errors: [] };
    const bugReport = { ...seen, version: VERSION, request_ids: [] };
    const draft = { text, attachments: [], key: keyOf(step, 0), bugReport };
    await sendMessage(context, sendingOf(await actorOf(step.email)), draft);
  },

  async report({ context, past, ...cast }, step) {
    const actor = await cast.actorOf(step.email);
    const album = await cast.albumOf(step.album);
    const [imageId] = await cast.photosOf(album, [step.photo]);
    if (imageId === undefined) return;
    const { id: albumId, eventId } = album;
    const said = step.words as { type: 'privacy' | 'quality' | 'wrong_album' | 'other'; memo: string };
    const reported = { imageId, albumId, eventId, userId: actor.userId, ip: '', ...said };
    await inTransaction(context, (tx) =>
      reportPhoto({ ...tx, purchases: context.purchases }, actor, reported),
    );
    if (step.decision === null) return;
    past.setClock(later(step.at, 9 * HOUR_MS));
    const support = await cast.staff('customer_support');
    const decision = { imageId, removed: step.decision === 'removed' };
    await inTransaction(context, (tx) => acknowledgeReport(tx, support, decision));
  },

  async evidence({ context, actorOf, staff }, { email, note }) {
    const { userId } = await actorOf(email);
    const dispute = await context.db
      .selectFrom('disputes')
      .innerJoin('paymentAttempts', 'paymentAttempts.id', 'disputes.attemptId')
      .select('disputes.id')
      .where('paymentAttempts.userId', '=', userId)
      .executeTakeFirst();
    if (dispute) await sendEvidence(context, await staff('super'), { id: dispute.id, note });
  },

  async note({ context, actorOf, staff }, { email, text }) {
    const { userId } = await actorOf(email);
    const support = await staff('customer_support');
    await inTransaction(context, (tx) => addUserNote(tx, support, { userId, text }));
  },

  async 'event-link'({ context, albumOf, staff }, { album, link: kind, label }) {
    const { eventId } = await albumOf(album);
    const actor = await staff('super');
    await inTransaction(context, (tx) => makeEventLink(tx, actor, { kind, eventId, label }));
  },

  async athlete({ context, actorOf }, { email, name, teamName }) {
    const actor = await actorOf(email);
    const version = consentVersion((await getSettings(context)).template_life_years);
    const athlete = { name, teamName: teamName || null, consent: { version, relation: 'guardian' as const } };
    await inTransaction(context, (tx) => addAthlete(tx, actor, athlete));
  },

  /** Adds a drawn face as the reference photo; the search itself is a job of the present. */
  async reference({ context, actorOf }, { email, scene }) {
    if (!context.config.faces.isOn) return;
    const actor = await actorOf(email);
    const [athlete] = await inTransaction(context, (tx) =>
      listAthletes({ ...tx, purchases: context.purchases }, actor, { userId: actor.userId, deleted: false }),
    );
    if (!athlete) return;
    const picture = await readFile(join(import.meta.dirname, 'scenes', scene));
    await addReferencePhoto(context, actor, { athleteId: athlete.id, picture });
  },

  async day({ past, context }) {
    await past.passTime();
    await closeDuePools(context);
  },

  async end({ past, context }, { since }) {
    await past.passTime();
    await sweepBalance(context, since);
  },
};

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

async function buy(
  cast: Cast,
  { email, coupon }: { email: string; coupon?: string },
  choice: ItemChoice,
): Promise<void> {
  const { context } = cast;
  const actor = await cast.actorOf(email);
  const { terms } = await quotePayment(context, actor, { choice, couponCode: coupon });
  const { totalCents: amountCents } = terms.totals;
  const request = { cardId: amountCents > 0 ? await cast.cardOf(actor, email) : null, amountCents };
  await paySingle(context, actor, { choice, request, couponCode: coupon });
}

const sendingOf = (actor: Actor) => ({
  actor,
  from: { device: '', network: '' },
  visitorToken: undefined,
  visitorEmail: undefined,
});

/** Returns the same UUID for the same message each time the season is made. */
function keyOf({ at, email }: { at: Date; email: string }, index: number): string {
  const hex = createHash('sha256').update(`${email} ${at.toISOString()} ${index}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
