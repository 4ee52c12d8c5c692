import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VIEW_MINUTES } from '#contract/rules/albums.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import { openVerifiedAccount } from '#server/modules/accounts/register.ts';
import { updateUser } from '#server/modules/accounts/update-user.ts';
import { setGift } from '#server/modules/after-sale/gifts.ts';
import { approveRefund, refundOrder } from '#server/modules/after-sale/refunds.ts';
import { addReferencePhoto } from '#server/modules/athletes/add-reference-photo.ts';
import { addAthlete } from '#server/modules/athletes/athletes.ts';
import { changeFavorites } from '#server/modules/found-albums/favorites.ts';
import { findAlbum } from '#server/modules/found-albums/find-album.ts';
import { addSubscription, notifyFollowers } from '#server/modules/found-albums/team-subscriptions.ts';
import { viewAlbum } from '#server/modules/found-albums/view-album.ts';
import { closeDuePools } from '#server/modules/group-orders/end-pool.ts';
import { shareAlbum } from '#server/modules/group-orders/pools.ts';
import { getOrder, listMyOrders } from '#server/modules/group-orders/show-order.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { addPreviewCounts } from '#server/modules/images/preview-meter.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { acknowledgeReport } from '#server/modules/moderation/decide-reports.ts';
import { reportPhoto } from '#server/modules/moderation/reports.ts';
import { sendDigests } from '#server/modules/notifications/send-digests.ts';
import { addAlbumToCart, getCart } from '#server/modules/orders/cart.ts';
import { checkOut } from '#server/modules/orders/checkout.ts';
import { createCoupon } from '#server/modules/orders/coupons.ts';
import { payOrder, paySingle, quotePayment } from '#server/modules/payments/pay.ts';
import { planSaleMail } from '#server/modules/reminders/plan-sale-mails.ts';
import { openSaleMail, signClick } from '#server/modules/reminders/send-sale-mail.ts';
import { closeMonth, listStatementMonths } from '#server/modules/reports/statement-months.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { countOpening, makePhotoLink } from '#server/modules/sharing/photo-links.ts';
import { answerConversation, sendMessage, setStatuses } from '#server/modules/support/conversations.ts';
import { addReply, assignConversations, changeTags } from '#server/modules/support/desk.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { VERSION } from '#server/version.ts';
import { type Cast, DAY_MS, HOUR_MS, MINUTE_MS, type OfAlbum } from './cast.ts';
import words from './words.json' with { type: 'json' };

const PHOTOS_PER_VIEW = 5;

type Join = { customer: number; follows: { programName: string; teamName: string }[] };
type Buying = OfAlbum & { coupon?: string };
type Pool = OfAlbum & { end: 'filled' | 'open' | 'expired'; members: PoolMember[] };
type PoolMember = { email: string; shares: number; minutesLater: number };
type Refund = { email: string; memo: string; approval: string; percent?: number };
type Chat = { email: string; talk: Message[]; tags: string[]; isClosed: boolean };
type Message = {
  from: string;
  text: string;
  minutesLater: number;
  seen?: { page: string; browser: string; errors: string[] };
};
type Report = OfAlbum & { type: string; memo: string; decision: 'removed' | 'kept' | null };
type Athlete = { email: string; name: string; teamName: string | null; scene?: string };

/**
 * What can happen in a season. Everything goes through the use cases that customers and staff use. A step is one
 * transaction, which is the database of the context.
 */
export const ACTS = {
  async reply({ context, staff }: Cast, { title, text }: (typeof words.cannedReplies)[number]) {
    await addReply(context, await staff('customer_support'), { title, text });
  },

  async coupon({ context, staff }: Cast, { terms }: { terms: Parameters<typeof createCoupon>[2] }) {
    await createCoupon(context, await staff('super'), terms);
  },

  /** Closes the oldest month that has ended, as a bookkeeper does every month. */
  async closeMonth({ context, staff }: Cast) {
    const due = (await listStatementMonths(context)).find(({ state }) => state === 'due');
    if (due) await closeMonth(context, await staff('super'), due.month);
  },

  async join({ context, customers, actorOf }: Cast, { customer, follows }: Join) {
    const person = customers[customer];
    if (!person) return;
    // Customers who shared a network would look like one scraper with many accounts.
    const ip = `198.18.${customer % 200}.${1 + Math.floor(customer / 200)}`;
    const { email, card: _, ...profile } = person;
    await openVerifiedAccount(context, { ip, userAgent: 'Demo' }, email);
    const actor = await actorOf(email);
    const name = `${profile.first_name} ${profile.last_name}`;
    const change = { ...profile, name, country: 'US' };
    await updateUser(context, actor, { userId: actor.userId, change });
    for (const team of follows) await addSubscription(context, actor, { ...team, divisionName: '' });
  },

  /** The albums of the demo are published from the start, so the followers hold them already. */
  async publish({ context, find, past }: Cast, step: OfAlbum) {
    const { actor, albumId } = await find(step);
    await notifyFollowers(context, { albumId, quiet: false, unnotified: [actor.userId] });
    past.wait(HOUR_MS);
    await sendDigests(context);
  },

  /** Counts opened previews too, because staff are warned of people who open too many. */
  async visit({ context, past, find }: Cast, step: OfAlbum & { views: number }) {
    const { actor, albumId, eventId } = await find(step);
    const { id: foundId } = await findAlbum(context, actor, { albumId, eventId });
    for (let view = 0; view < step.views; view += 1) {
      past.wait(view * VIEW_MINUTES * MINUTE_MS);
      await viewAlbum(context, actor, { foundId, resume: false });
    }
    const day = context.clock.now().toISOString().slice(0, 10);
    const previews = step.views * PHOTOS_PER_VIEW;
    await addPreviewCounts(context.db, [{ userId: actor.userId, day, previews }]);
  },

  /** Buys the whole album if the step names no photos. */
  async buy({ context, find, cardOf }: Cast, step: Buying) {
    const { actor, albumId, imageIds } = await find(step);
    const choice = step.photos ? { imageIds } : { albumId };
    const { terms } = await quotePayment(context, actor, { choice, couponCode: step.coupon });
    const amountCents = terms.totals.totalCents;
    const cardId = amountCents > 0 ? await cardOf(actor, step.email) : null;
    await paySingle(context, actor, { choice, request: { cardId, amountCents }, couponCode: step.coupon });
  },

  async 'buy-cart'(cast: Cast, step: { email: string; albums: string[]; giftTo?: string }) {
    const { context } = cast;
    const actor = await cast.actorOf(step.email);
    for (const album of step.albums) {
      const { albumId } = await cast.find({ ...step, album });
      await addAlbumToCart(context, actor, albumId);
    }
    const { id: cartId } = await getCart(context, actor);
    const { key: ref } = await checkOut(context, actor, { cartId, seenTotalCents: undefined });
    const gift = { email: step.giftTo ?? '', message: words.giftMessage };
    if (step.giftTo) await setGift(context, actor, { ref, gift });
    const { total: amountCents } = await getOrder(context, actor, ref);
    const cardId = await cast.cardOf(actor, step.email);
    await payOrder(context, actor, { ref, request: { cardId, amountCents } });
  },

  /** A customer marks photos, is reminded of them two days later, and may open the mail's link and buy. */
  async remind(cast: Cast, step: OfAlbum & { isOpened: boolean; isBought: boolean }) {
    const { context, past } = cast;
    const { actor, eventId, imageIds } = await cast.find(step);
    await changeFavorites(context, actor, { add: imageIds, remove: [] });
    past.wait(49 * HOUR_MS);
    await planSaleMail(context, { userId: actor.userId, eventId, kind: 'reminder' });
    await past.settle();
    const mail = await context.db
      .selectFrom('saleMails')
      .select('id')
      .where('userId', '=', actor.userId)
      .where('sentAt', 'is not', null)
      .executeTakeFirst();
    if (!mail || !step.isOpened) return;
    past.wait(52 * HOUR_MS);
    await openSaleMail(context, signClick(context, mail.id));
    past.wait(53 * HOUR_MS);
    if (step.isBought) await ACTS.buy(cast, step);
  },

  async 'share-photos'({ context, past, find }: Cast, step: OfAlbum & { label: string }) {
    const { actor, albumId: album, imageIds: images } = await find(step);
    const link = { album, images, label: step.label, days: 30, downloads: false, covers_others: false };
    const { token } = await makePhotoLink(context, actor, link);
    past.wait(40 * MINUTE_MS);
    await countOpening(context, token);
  },

  /** Runs from the opening of a pool to its end, because a pool of the past that stayed open would be closed today. */
  async pool({ context, past, ...cast }: Cast, step: Pool) {
    const { actor: owner, albumId } = await cast.find(step);
    const { total, key } = await getOrder(context, owner, await shareAlbum(context, owner, { albumId }));
    let taken = 0;
    for (const { email, shares, minutesLater } of step.members) {
      past.wait(minutesLater * MINUTE_MS);
      const actor = await cast.actorOf(email);
      const cardId = await cast.cardOf(actor, email);
      const amountCents = amountOfSharesCents(total, taken, shares);
      await takeShares(context, actor, { ref: key, request: { cardId, shares, amountCents } });
      taken += shares;
      await past.settle();
    }
    if (step.end !== 'expired') return;
    past.wait(6.1 * DAY_MS);
    await closeDuePools(context);
  },

  /** A large refund needs the approval of a second person. */
  async refund({ context, past, actorOf, staff }: Cast, { email, memo, approval, percent }: Refund) {
    const [order] = await listMyOrders(context, await actorOf(email), 'paid');
    if (!order) return;
    const amountCents = percent && Math.round((order.total * percent) / 100);
    const request = { ref: order.id, lineIds: undefined, amountCents, memo, disputeReason: 'other' as const };
    const outcome = await refundOrder(context, await staff('customer_support'), request);
    if (outcome.status !== 'waiting' || approval === 'waiting') return;
    past.wait(2 * HOUR_MS);
    await approveRefund(context, await staff('super'), outcome.id);
  },

  async chat({ context, past, actorOf, staff }: Cast, { email, talk, tags, isClosed }: Chat) {
    const actor = await actorOf(email);
    const from = { device: '', network: '' };
    const sending = { actor, from, visitorToken: undefined, visitorEmail: undefined };
    const support = await staff('customer_support');
    let conversationId = 0;
    for (const { from, text, minutesLater, seen } of talk) {
      past.wait(minutesLater * MINUTE_MS);
      const bug = seen && { bugReport: { ...seen, version: VERSION, request_ids: [] } };
      const draft = { text, attachments: [], key: randomUUID(), ...bug };
      if (from === 'customer') conversationId = (await sendMessage(context, sending, draft)).conversation.id;
      else await answerConversation(context, support, { conversationId, draft });
    }
    const conversationIds = [conversationId];
    if (tags.length > 0) await changeTags(context, support, { conversationId, add: tags });
    if (talk.some(({ from }) => from === 'staff'))
      await assignConversations(context, support, { conversationIds, assignee: support.userId });
    if (isClosed) await setStatuses(context, support, { conversationIds, status: 'closed' });
  },

  async report({ context, past, find, staff }: Cast, step: Report) {
    const { actor, albumId, eventId, imageIds } = await find(step);
    const imageId = imageIds[0] ?? 0;
    const type = step.type as 'privacy' | 'quality' | 'wrong_album' | 'other';
    const { userId } = actor;
    await reportPhoto(context, actor, { imageId, albumId, eventId, userId, ip: '', type, memo: step.memo });
    if (step.decision === null) return;
    past.wait(9 * HOUR_MS);
    const decision = { imageId, removed: step.decision === 'removed' };
    await acknowledgeReport(context, await staff('customer_support'), decision);
  },

  /** A drawn face may serve as the reference photo, or be refused; the search itself is a job of the present. */
  async athlete({ context, actorOf }: Cast, { email, name, teamName, scene }: Athlete) {
    const actor = await actorOf(email);
    const version = consentVersion((await getSettings(context)).template_life_years);
    const consent = { version, relation: 'guardian', language: 'en' } as const;
    const athleteId = await addAthlete(context, actor, { name, teamName, consent });
    if (!scene || !context.config.faces.isOn) return;
    const picture = await readFile(join(import.meta.dirname, 'scenes', scene));
    await addReferencePhoto(context, actor, { athleteId, picture }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  },

  /** Once a day the provider pays out and maintenance runs. */
  async day({ past, context }: Cast) {
    await past.passTime();
    await closeDuePools(context);
  },

  async end({ past, context }: Cast, { since }: { since: Date }) {
    await past.passTime();
    await sweepBalance(context, since);
  },
};

export type Kind = keyof typeof ACTS;
export type DetailsOf<K extends Kind> = Parameters<(typeof ACTS)[K]>[1];
export type StepOf<K extends Kind> = K extends unknown ? { kind: K; at: Date } & DetailsOf<K> : never;
