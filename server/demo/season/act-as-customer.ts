import { amountOfSharesCents } from '#contract/rules/pool-split.ts';
import { inTransaction } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { openProvenAccount } from '#server/modules/accounts/register.ts';
import { updateUser } from '#server/modules/accounts/update-user.ts';
import { setGift } from '#server/modules/after-sale/gifts.ts';
import { findAlbum } from '#server/modules/found-albums/find-album.ts';
import { addSubscription, tellFollowers } from '#server/modules/found-albums/team-subscriptions.ts';
import { viewAlbum } from '#server/modules/found-albums/view-album.ts';
import { closeDuePools } from '#server/modules/group-orders/end-pool.ts';
import { shareAlbum } from '#server/modules/group-orders/pools.ts';
import { getOrder } from '#server/modules/group-orders/show-order.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { gatherNews } from '#server/modules/notifications/gather-news.ts';
import { addAlbumToCart, checkOut, getCart } from '#server/modules/orders/cart.ts';
import type { ItemChoice } from '#server/modules/orders/items.ts';
import { hasBought } from '#server/modules/orders/purchases.ts';
import { addCard, removeCard } from '#server/modules/payments/cards.ts';
import { forgetCards } from '#server/modules/payments/kept-cards.ts';
import { payOrder, paySingle, quotePayment } from '#server/modules/payments/pay.ts';
import { makePhotoLink, openPhotoLink } from '#server/modules/sharing/photo-links.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Cast } from './cast.ts';
import type { StepOf } from './season-plan.types.ts';
import { DAY_MS, MINUTE_MS } from './season-times.ts';
import { GIFT_MESSAGE } from './season-words.ts';

const PHOTOS_PER_VIEW = 5;
/** Networks for examples, which nobody uses. */
const HOMES = ['192.0.2', '198.51.100', '203.0.113'];

/** Customers who shared an address would look like one harvester with many accounts. */
const visitorOf = (customer: number) => ({
  ip: `${HOMES[customer % HOMES.length]}.${1 + (Math.floor(customer / HOMES.length) % 254)}`,
  userAgent: 'Demo',
});

export async function join(
  { context, customers }: Cast,
  { customer, follows }: StepOf<'join'>,
): Promise<void> {
  const person = customers[customer];
  if (!person) return;
  await inTransaction(context, async (tx) => {
    const { userId } = await openProvenAccount(
      { ...tx, forgetCards, hasBought },
      visitorOf(customer),
      person.email,
    );
    const actor = { userId, role: 'authenticated', sessionId: '', isProven: true } as const;
    const { firstName: first_name, lastName: last_name, city, state, zipCode: zip_code } = person;
    const name = `${first_name} ${last_name}`;
    const change = { first_name, last_name, name, city, state, zip_code, country: 'US' };
    await updateUser(tx, actor, { userId, change });
    for (const team of follows) await addSubscription(tx, actor, { ...team, divisionName: '' });
  });
}

/** Followers hear of the albums of an event at the pace of the show. */
export async function publish(
  { context, past, albumOf }: Cast,
  { albums }: StepOf<'publish'>,
): Promise<void> {
  for (const { identifier, at, followers } of albums) {
    past.setClock(at);
    const { id: albumId } = await albumOf(identifier);
    // The albums of the demo are published from the start, so the followers hold them already.
    const untold = [...(await accountsByEmail(context.db, followers)).values()];
    await inTransaction(context, (tx) => tellFollowers(tx, { albumId, quiet: false, untold }));
  }
  for (const minutesLater of [5, 70, 140]) {
    past.setClock(new Date((albums.at(-1)?.at.getTime() ?? 0) + minutesLater * MINUTE_MS));
    await gatherNews(context);
  }
}

export async function visit(
  { context, actorOf, albumOf, lookAtPhotos }: Cast,
  { email, album, views }: StepOf<'visit'>,
): Promise<void> {
  const actor = await actorOf(email);
  const { id: albumId, eventId } = await albumOf(album);
  await inTransaction(context, async (tx) => {
    const inShop = { ...tx, purchases: context.purchases };
    const found = await findAlbum(inShop, actor, { albumId, eventId });
    for (let view = 0; view < views; view += 1) await viewAlbum(inShop, actor, found.id);
  });
  await lookAtPhotos(actor, views * PHOTOS_PER_VIEW);
}

export async function buyAlbum(cast: Cast, step: StepOf<'buy-album'>): Promise<void> {
  await buy(cast, step, { albumId: (await cast.albumOf(step.album)).id });
}

export async function buyPhotos(cast: Cast, step: StepOf<'buy-photos'>): Promise<void> {
  const imageIds = await cast.photosOf(await cast.albumOf(step.album), step.photos);
  if (imageIds.length > 0) await buy(cast, step, { imageIds });
}

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

export async function buyCart(cast: Cast, { email, albums, giftTo }: StepOf<'buy-cart'>): Promise<void> {
  const { context } = cast;
  const actor = await cast.actorOf(email);
  const albumIds: number[] = [];
  for (const album of albums) albumIds.push((await cast.albumOf(album)).id);
  const key = await inTransaction(context, async (tx) => {
    for (const albumId of albumIds) await addAlbumToCart(tx, actor, albumId);
    const { id: cartId } = await getCart(tx, actor);
    const order = await checkOut(tx, actor, { cartId, seenTotalCents: undefined });
    const gift = giftTo ? { email: giftTo, message: GIFT_MESSAGE } : null;
    if (gift) await setGift(tx, actor, { ref: order.key, gift });
    return order.key;
  });
  const { total: amountCents } = await getOrder(context, actor, key);
  const request = { cardId: await cast.cardOf(actor, email), amountCents };
  await payOrder(context, actor, { ref: key, request });
}

export async function sharePhotos(
  { context, past, actorOf, albumOf, photosOf }: Cast,
  { at, email, album: identifier, photos, label, openedAfterMinutes }: StepOf<'share-photos'>,
): Promise<void> {
  const actor = await actorOf(email);
  const album = await albumOf(identifier);
  const images = await photosOf(album, photos);
  const link = { album: album.id, images, label, days: 30, downloads: false };
  const { token } = await inTransaction(context, (tx) => makePhotoLink(tx, actor, link));
  if (openedAfterMinutes === undefined) return;
  past.setClock(new Date(at.getTime() + openedAfterMinutes * MINUTE_MS));
  await openPhotoLink(context, token);
}

/** The bank refuses a card, and the buyer removes it. */
export async function declined(
  { context, actorOf, albumOf }: Cast,
  { email, album }: StepOf<'declined'>,
): Promise<void> {
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
}

/** Runs from the opening of a pool to its end, because a pool of the past that stayed open would be closed today. */
export async function pool(
  cast: Cast,
  { at, email, album, shares, members, end }: StepOf<'pool'>,
): Promise<void> {
  const { context, past } = cast;
  const owner = await cast.actorOf(email);
  const { id: albumId } = await cast.albumOf(album);
  const orderId = await inTransaction(context, (tx) => shareAlbum(tx, owner, { albumId }));
  const { total, key } = await getOrder(context, owner, orderId);
  let taken = 0;
  for (const member of [{ email, shares, minutesLater: 0 }, ...members]) {
    past.setClock(new Date(at.getTime() + member.minutesLater * MINUTE_MS));
    const actor = await cast.actorOf(member.email);
    const cardId = await cast.cardOf(actor, member.email);
    const amountCents = amountOfSharesCents(total, taken, member.shares);
    await takeShares(context, actor, {
      ref: key,
      request: { cardId, shares: member.shares, amountCents },
    });
    taken += member.shares;
    await past.settle();
  }
  if (end !== 'expired') return;
  past.setClock(new Date(at.getTime() + 6.1 * DAY_MS));
  await closeDuePools(context);
}
