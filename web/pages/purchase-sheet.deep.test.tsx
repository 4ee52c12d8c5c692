// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { Payment, PaymentSource, Quote } from '#contract/entities/order.ts';
import { VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildFoundAlbum, buildImage } from '#web/testing/demo-albums.ts';
import {
  BOUGHT_TITLE,
  buildDownload,
  buildOrder,
  buildPayment,
  buildPool,
  buildQuote,
  CARD,
} from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { goOffline } from '#web/testing/go-offline.ts';
import { openSite } from '#web/testing/render-site.tsx';

const IMAGES = [buildImage(11), buildImage(12), buildImage(13)];
const TOKEN = `1-${Math.ceil((Date.now() + 1_800_000) / 1000).toString(36)}.7.p.signature`;
const ORDER = buildOrder({ status: 'paid', paid_at: '2026-11-14T12:00:00.000Z' });
const PAYMENT = buildPayment({ order_key: ORDER.key });

/** Photos cost $10.00 each, and three of them $21.00. */
function quotePhotos(imageIds: number[]): Quote {
  return imageIds.length === 3
    ? buildQuote(2100, { images: imageIds, price_names: ['3 photos for $21.00'] })
    : buildQuote(imageIds.length * 1000, { images: imageIds });
}

let nextUserId = 700;

type Opened = { path?: string; viewsUsed?: number; favorites?: number[]; cards?: PaymentSource[] };

function openAlbum(answers: Answer[] = [], opened: Opened = {}) {
  const { path = '/events/5/album/1', viewsUsed = 1, favorites = [], cards = [CARD] } = opened;
  // Favorites are read once per user, so every test has its own.
  const user = buildUser({ id: nextUserId++, payment_sources: cards });
  let found: UserFoundAlbum = buildFoundAlbum(1, { viewsUsed });
  localStorage.setItem(`FAVOURITES:${user.id}`, JSON.stringify(favorites));
  const site = openSite(path, user, [
    answer(foundAlbumEndpoints.myAlbums, () => ({
      found: found.owned ? [] : [found],
      owned: found.owned ? [found] : [],
      owned_images: [],
    })),
    answer(foundAlbumEndpoints.viewAlbum, () => {
      found = buildFoundAlbum(1, { viewsUsed: viewsUsed + 1 });
      return { ...found, images: IMAGES, temp_jwt: TOKEN };
    }),
    answer(catalogueEndpoints.getAlbum, {
      ...found.album,
      events: [found.event],
      images: IMAGES,
      temp_jwt: TOKEN,
    }),
    answer(paymentEndpoints.paymentSettings, {
      mode: 'sandbox',
      publishable_key: 'pk_test_sandbox',
      currency: 'usd',
      image_price: 1000,
    }),
    answer(paymentEndpoints.quotePayment, ({ body }) =>
      body.imageIds ? quotePhotos(body.imageIds) : buildQuote(13965),
    ),
    answer(orderEndpoints.listMyOrders, []),
    answer(orderEndpoints.getOrder, ORDER),
    answer(downloadEndpoints.myDownloads, () => ({
      albums: found.owned ? [buildDownload(ORDER.items[0]?.album)] : [],
      photos: [],
    })),
    answer(paymentEndpoints.payForAlbum, () => {
      found = buildFoundAlbum(1, { owned: true, viewsUsed });
      return PAYMENT;
    }),
    ...answers,
  ]);
  return { ...site, user };
}

const viewAlbum = async () => fireEvent.click(await screen.findByRole('button', { name: 'View Album' }));
const openSheet = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Purchase Album' }));
  return screen.findByRole('dialog', { name: 'Choose your photos' });
};
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('two presses buy the album with a kept card, and the sheet downloads it', async () => {
  const { fetches } = openAlbum();
  await viewAlbum();
  const sheet = await openSheet();
  expect(await within(sheet).findByText('Visa ending in 4242')).toBeTruthy();
  await press('Pay $139.65');
  expect(await screen.findByRole('dialog', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Download/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View receipt' })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([
    { albumId: 1, paymentMethodId: 31, amount: 13965, facial: false },
  ]);
});

test('an album that was never viewed is opened and offered with one press at its door', async () => {
  const { fetches } = openAlbum([], { viewsUsed: 0 });
  await press('View and buy');
  expect(await screen.findByRole('dialog', { name: 'Choose your photos' })).toBeTruthy();
  expect(fetches.mock.calls.filter(([address]) => /\/view\?resume=true$/.test(address))).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Pay $139.65' })).toBeTruthy();
});

test('past the view limit the sentence stands, and favorites can still be bought', async () => {
  const { fetches, user } = openAlbum([answer(paymentEndpoints.payForImage, PAYMENT)], {
    viewsUsed: 10,
    favorites: [11],
  });
  const uuid = buildFoundAlbum(1).album.uuid;
  localStorage.setItem(`FAVOURITE_ALBUMS:${user.id}`, JSON.stringify({ 11: uuid }));
  expect(await screen.findByText(VIEWS_EXCEEDED_MESSAGE)).toBeTruthy();
  await openSheet();
  await choose(/^Favorites/);
  await press('Pay $10.00');
  await waitFor(() =>
    expect(bodiesSentTo(fetches, paymentEndpoints.payForImage)).toMatchObject([
      { imageIds: [11], amount: 1000 },
    ]),
  );
});

test('past the view limit a single photo is picked and bought', async () => {
  const cover = [buildImage(21), buildImage(22)];
  const found = buildFoundAlbum(1, { viewsUsed: 10, album: { cover } });
  const { fetches, router, user } = openAlbum(
    [
      answer(foundAlbumEndpoints.myAlbums, { found: [found], owned: [], owned_images: [] }),
      answer(paymentEndpoints.payForImage, PAYMENT),
    ],
    { viewsUsed: 10, favorites: [11, 22] },
  );
  localStorage.setItem(
    `FAVOURITE_ALBUMS:${user.id}`,
    JSON.stringify({ 11: found.album.uuid, 22: found.album.uuid }),
  );
  await openSheet();
  await choose(/^One photo/);
  const picks = await screen.findByRole('group', { name: 'Which photo?' });
  const labels = within(picks).getAllByRole('radio');
  expect(labels.map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Favorite 1',
    'Cover photo 1',
    'Cover photo 2',
  ]);
  fireEvent.click(within(picks).getByRole('radio', { name: 'Cover photo 2' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ buy: 'photo-22' }));
  await press('Pay $10.00');
  await waitFor(() =>
    expect(bodiesSentTo(fetches, paymentEndpoints.payForImage)).toMatchObject([
      { imageIds: [22], amount: 1000 },
    ]),
  );
});

test('favorites are offered at the best price, which is explained, and paid for together', async () => {
  const { fetches } = openAlbum([answer(paymentEndpoints.payForImage, PAYMENT)], { favorites: [13, 11, 12] });
  await viewAlbum();
  await openSheet();
  const favorites = await screen.findByRole('radio', { name: /^Favorites.*3 photos for \$21\.00/ });
  expect(favorites.closest('label')?.textContent).toContain('instead of $30.00');
  fireEvent.click(favorites);
  await press('Pay $21.00');
  expect(await screen.findByRole('link', { name: 'View receipt' })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForImage)).toEqual([
    { imageIds: [11, 12, 13], paymentMethodId: 31, amount: 2100, facial: false },
  ]);
});

test('a share is taken without the cart, and the same share again after a lost answer', async () => {
  const pool = buildOrder({ pool: buildPool() });
  let tries = 0;
  const { fetches } = openAlbum([
    answer(orderEndpoints.sharePool, () =>
      tries === 0 ? pool : { ...pool, pool: buildPool({ taken: 1, mine: 1, my_amount: 1995 }) },
    ),
    answer(orderEndpoints.takeShares, () => {
      tries += 1;
      const held: Payment = { ...PAYMENT, status: 'authorized', amount: 1995 };
      return tries === 1 ? NETWORK_ERROR : held;
    }),
    answer(orderEndpoints.getOrder, {
      ...pool,
      pool: buildPool({ taken: 1, mine: 1, my_amount: 1995 }),
    }),
  ]);
  await viewAlbum();
  await openSheet();
  await choose(/^Group order/);
  await press('Take 1 share: $19.95');
  expect((await screen.findByRole('alert')).textContent).toContain('never charged twice');
  await press('Take 1 share: $19.95');
  expect(await screen.findByRole('dialog', { name: 'Your share is reserved' })).toBeTruthy();
  const sent = bodiesSentTo(fetches, orderEndpoints.takeShares);
  expect(sent).toEqual(Array(2).fill({ shares: 1, held: 0, paymentMethodId: 31, amount: 1995 }));
  expect(bodiesSentTo(fetches, orderEndpoints.addCartItem)).toEqual([]);
});

test('after one photo was bought, the rest of the album is still split at its new price', async () => {
  let isBought = false;
  const { fetches } = openAlbum(
    [
      answer(paymentEndpoints.quotePayment, ({ body }) =>
        body.imageIds
          ? quotePhotos(body.imageIds)
          : buildQuote(isBought ? 12965 : 13965, { sub_total: 13965, credit: isBought ? 1000 : 0 }),
      ),
      answer(paymentEndpoints.payForImage, () => {
        isBought = true;
        return PAYMENT;
      }),
      answer(orderEndpoints.sharePool, buildOrder({ pool: buildPool() })),
      answer(orderEndpoints.takeShares, { ...PAYMENT, status: 'authorized', amount: 1853 }),
    ],
    { path: '/events/5/album/1?photo=12' },
  );
  await viewAlbum();
  await press('Buy this photo $10.00');
  await press('Pay $10.00');
  expect(await screen.findByRole('dialog', { name: BOUGHT_TITLE })).toBeTruthy();
  await press('Close');
  await press('Buy this photo $10.00');
  await choose(/^Group order/);
  await press('Take 1 share: $18.53');
  await waitFor(() =>
    expect(bodiesSentTo(fetches, orderEndpoints.takeShares)).toMatchObject([{ shares: 1, amount: 1853 }]),
  );
});

test.each([
  ['not known yet', () => new Promise<Quote>(() => {})],
  ['too small to split', () => buildQuote(349, { sub_total: 13965, credit: 13616 })],
])('no share is taken while the price is %s', async (_, quoteAlbum) => {
  const { fetches } = openAlbum([answer(paymentEndpoints.quotePayment, quoteAlbum)], {
    path: '/events/5/album/1?buy=pool',
  });
  await screen.findByRole('radio', { name: /^Group order/ });
  const take = screen.queryByRole<HTMLButtonElement>('button', { name: /^Take 1 share/ });
  expect(take === null || take.disabled).toBe(true);
  expect(screen.queryByText('Nothing to pay, so you don’t need a card.')).toBeNull();
  expect(bodiesSentTo(fetches, orderEndpoints.sharePool)).toEqual([]);
});

test('a double press pays once, and nothing can be changed while the payment runs', async () => {
  let finish = (_: Payment) => {};
  const { fetches } = openAlbum([
    answer(paymentEndpoints.payForAlbum, () => new Promise<Payment>((resolve) => (finish = resolve))),
  ]);
  await viewAlbum();
  await openSheet();
  const pay = await screen.findByRole('button', { name: 'Pay $139.65' });
  fireEvent.click(pay);
  fireEvent.click(pay);
  fireEvent.submit(screen.getByRole('form', { name: 'Payment' }));
  await waitFor(() => expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toHaveLength(1));
  const group = screen.getByText('What to buy').closest('[inert]');
  expect(group).toBeTruthy();
  act(() => finish(PAYMENT));
  expect(await screen.findByRole('dialog', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toHaveLength(1);
});

test('a payment that ends after the sheet was closed is said, and the album is owned', async () => {
  let finish = (_: Payment) => {};
  openAlbum([
    answer(paymentEndpoints.payForAlbum, () => new Promise<Payment>((resolve) => (finish = resolve))),
  ]);
  await viewAlbum();
  const sheet = await openSheet();
  await press('Pay $139.65');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => finish(PAYMENT));
  expect(await screen.findByText(/Your payment for Northshore Elite Royals went through/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a photo that was sold or hidden meanwhile is not charged, and the new price is shown', async () => {
  let isHidden = false;
  const { fetches } = openAlbum(
    [
      answer(paymentEndpoints.quotePayment, ({ body: { imageIds = [] } }) =>
        quotePhotos(isHidden ? imageIds.filter((id) => id !== 12) : imageIds),
      ),
      answer(paymentEndpoints.payForImage, ({ body }) => {
        if (body.imageIds?.length === 2) return PAYMENT;
        isHidden = true;
        return errorAnswer(409, 'order_changed', 'The order has changed.');
      }),
    ],
    { favorites: [11, 12, 13] },
  );
  await viewAlbum();
  await openSheet();
  await choose(/^Favorites/);
  await press('Pay $21.00');
  expect((await screen.findByRole('alert')).textContent).toContain('The order has changed');
  await press('Pay $20.00');
  await waitFor(() =>
    expect(bodiesSentTo(fetches, paymentEndpoints.payForImage).map(({ imageIds }) => imageIds)).toEqual([
      [11, 12, 13],
      [11, 13],
    ]),
  );
});

test('offline the sheet says so and pays nothing', async () => {
  const { fetches } = openAlbum();
  await viewAlbum();
  await openSheet();
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $139.65' });
  goOffline();
  expect(pay.disabled).toBe(true);
  expect(screen.getByText(/You can pay once you’re connected again/)).toBeTruthy();
  fireEvent.submit(screen.getByRole('form', { name: 'Payment' }));
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([]);
});

test('Escape closes the sheet, Back closes it too, and its address opens it again', async () => {
  const { router } = openAlbum();
  await viewAlbum();
  const sheet = await openSheet();
  expect(router.state.location.search).toMatchObject({ buy: 'album' });
  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('buy'));
  await openSheet();
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('from an open photo the sheet offers this photo, and typing in it does not turn photos', async () => {
  const { router } = openAlbum([], { path: '/events/5/album/1?photo=12' });
  await viewAlbum();
  await press('Buy this photo $10.00');
  const sheet = await screen.findByRole('dialog', { name: 'Choose your photos' });
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: /^This photo/ }).checked).toBe(true);
  fireEvent.keyDown(within(sheet).getByRole('radio', { name: /^This photo/ }), { key: 'ArrowRight' });
  expect(router.state.location.search).toMatchObject({ photo: '12', buy: 'photo' });
  expect(await screen.findByRole('button', { name: 'Pay $10.00' })).toBeTruthy();
});

test('Change shows all cards and a new one', async () => {
  openAlbum([], { cards: [CARD, { ...CARD, id: 32, last4: '0005' }] });
  await viewAlbum();
  await openSheet();
  expect(screen.queryByRole('radio', { name: /0005/ })).toBeNull();
  await press('Change card');
  expect(await screen.findByRole('radio', { name: /0005/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /New card/ })).toBeTruthy();
});
