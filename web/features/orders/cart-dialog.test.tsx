// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import type { Cart } from '#contract/entities/order.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer, rawAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildImage } from '#web/testing/demo-albums.ts';
import { buildItem, buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';
import { closeCart } from './cart-dialog-state.ts';

const cartOf = (count: number, credit = 0): Cart => ({
  id: 3,
  sub_total: count * 13965,
  credit,
  tax: 0,
  tax_name: '',
  is_tax_known: true,
  total: count * 13965 - credit,
  items: Array.from({ length: count }, (_, index) => {
    const album = { ...buildAlbum(index + 1, { team_name: `Team ${index + 1}` }), events: [buildEvent()] };
    return { ...buildItem({ id: index + 1, price: 13965, album }), problem: null };
  }),
});

const photosOf = (album: number, images: number[]): Cart['items'] =>
  images.map((image) => ({
    ...buildItem({ id: image, price: 499, album: { ...buildAlbum(album), events: [buildEvent()] } }),
    problem: null,
    image,
    picture: buildImage(image),
    image_auth: 'thumb-token',
  }));

async function openCart(cart: Cart, answers: Answer[] = []) {
  const site = openSite('/unsubscribe', buildUser({ cart }), answers);
  fireEvent.click(await screen.findByRole('button', { name: /Shopping cart/ }));
  return { ...site, dialog: within(await screen.findByRole('dialog')) };
}

afterEach(() => act(closeCart));

test('each item shows its price, what it is, its team and its event; below them credit and total', async () => {
  const { dialog } = await openCart(cartOf(1, 1996));
  expect(dialog.getByText('Your Shopping Cart')).toBeTruthy();
  expect(dialog.getByText('Digital Performance Album')).toBeTruthy();
  expect(dialog.getByText('Northshore Elite Team 1, Senior L4 Medium')).toBeTruthy();
  expect(dialog.getByText('2026 Crown Series Grand Nationals, Denver, CO')).toBeTruthy();
  expect(dialog.getAllByText('$139.65')).toHaveLength(2);
  expect(dialog.getByText('-$19.96')).toBeTruthy();
  expect(dialog.getByText('$119.69')).toBeTruthy();
});

test('an empty cart says so, leads to albums and cannot be checked out', async () => {
  const { dialog } = await openCart(cartOf(0));
  expect(dialog.getByText('Your cart is empty!')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Find albums' }).getAttribute('href')).toBe('/search-albums');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
});

test('checkout closes the dialog and goes to the order', async () => {
  const key = 'an-unguessable-key-1';
  const { dialog, router } = await openCart(cartOf(2), [answer(orderEndpoints.checkOut, { data: { key } })]);
  fireEvent.click(dialog.getByRole('button', { name: 'Checkout' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/checkout/${key}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an order left unpaid can be finished or put back, and group orders are not among them', async () => {
  const unpaid = buildOrder();
  const orders = [unpaid, buildOrder({ key: 'a-group-order', pool: buildPool() })];
  const { dialog, router, fetches } = await openCart(cartOf(0), [
    answer(orderEndpoints.listMyOrders, () => orders),
    answer(orderEndpoints.putBack, () => {
      orders.length = 0;
      return cartOf(1);
    }),
    answer(accountEndpoints.me, errorAnswer(503, 'unavailable')),
  ]);
  const links = await dialog.findAllByRole('link', { name: 'Finish your order' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/checkout/${unpaid.key}`]);
  expect(dialog.queryByText('Your cart is empty!')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Put back' }));
  expect(await dialog.findByText('Digital Performance Album')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText('Finish your order')).toBeNull());
  expect(bodiesSentTo(fetches, orderEndpoints.putBack)).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/unsubscribe');
});

test.each([errorAnswer(500, 'internal'), errorAnswer(404, 'not_found'), rawAnswer(202, { data: {} })])(
  'anything but a 200 is "Error converting cart to order", and the cart stays open',
  async (reply) => {
    const { dialog } = await openCart(cartOf(1), [answer(orderEndpoints.checkOut, reply)]);
    fireEvent.click(dialog.getByRole('button', { name: 'Checkout' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Error converting cart to order');
  },
);

test('an album that was not viewed says so, opens from the cart and does not keep the rest from checkout', async () => {
  const cart = cartOf(2);
  const [first, second] = cart.items as [Cart['items'][number], Cart['items'][number]];
  const { dialog, router } = await openCart({
    ...cart,
    items: [first, { ...second, problem: 'not_viewed' }],
  });
  expect(dialog.getByText('Open this album once before you buy it. It stays in your cart.')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(false);
  fireEvent.click(dialog.getByRole('link', { name: 'View album' }));
  const event = second.album.events[0]?.id;
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/events/${event}/album/${second.album.id}`),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a cart without anything that can be bought cannot be checked out', async () => {
  const [item] = cartOf(1).items as [Cart['items'][number]];
  const { dialog } = await openCart({ ...cartOf(0), items: [{ ...item, problem: 'not_for_sale' }] });
  expect(dialog.getByText('No longer for sale, so it’s not in the total.')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
});

test('a removed album can be taken back', async () => {
  const { dialog, fetches } = await openCart(cartOf(2), [
    answer(orderEndpoints.removeCartItem, { ...cartOf(1) }),
    answer(orderEndpoints.addCartItem, cartOf(2)),
    answer(accountEndpoints.me, errorAnswer(503, 'unavailable')),
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove Northshore Elite Team 2 from the cart' }));
  expect(await dialog.findByText('Removed: Northshore Elite Team 2')).toBeTruthy();
  expect(dialog.getAllByText('Digital Performance Album')).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(dialog.getAllByText('Digital Performance Album')).toHaveLength(2));
  expect(bodiesSentTo(fetches, orderEndpoints.addCartItem)).toEqual([{ album: 2 }]);
});

test('photos of one album stand together with one price, and each can be removed and taken back', async () => {
  const items = photosOf(1, [31, 32, 33]);
  const cart = { ...cartOf(0), items, sub_total: 1497, tax: 120, tax_name: 'Sales tax', total: 1617 };
  const { dialog, fetches } = await openCart(cart, [
    answer(orderEndpoints.removeCartItem, { ...cart, items: items.slice(0, 2), sub_total: 998 }),
    answer(orderEndpoints.addCartItem, cart),
    answer(accountEndpoints.me, errorAnswer(503, 'unavailable')),
  ]);
  expect(dialog.getByText('3 digital photos')).toBeTruthy();
  expect(dialog.getAllByRole('img')).toHaveLength(3);
  expect(dialog.getByText('Sales tax')).toBeTruthy();
  expect(dialog.getByText('$16.17')).toBeTruthy();
  const remove = dialog.getByRole('button', { name: /^Remove photo 3 of .* from the cart$/ });
  fireEvent.click(remove);
  expect(await dialog.findByText('2 digital photos')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bodiesSentTo(fetches, orderEndpoints.addCartItem)).toEqual([{ images: [33] }]));
});

test('a total that rose since the cart was shown is said before anything is ordered', async () => {
  const { dialog, fetches } = await openCart(cartOf(1), [
    answer(orderEndpoints.checkOut, errorAnswer(409, 'price_changed')),
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Checkout' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^A price changed while your cart was open/);
  expect(bodiesSentTo(fetches, orderEndpoints.checkOut)).toEqual([{ id: 3, total: 13965 }]);
});

test('a cart that does not know its tax asks for it, and says so as long as nobody can tell', async () => {
  const unknown = { ...cartOf(1), is_tax_known: false };
  const place = { is_asked: true, home_country: 'US', states: [], place: null };
  const { dialog } = await openCart(unknown, [
    answer(orderEndpoints.priceCart, errorAnswer(409, 'tax_place_needed')),
    answer(taxEndpoints.getTaxPlace, place),
  ]);
  expect(await dialog.findByText('Plus tax, calculated at checkout')).toBeTruthy();
  expect(await dialog.findByRole('button', { name: 'Tell us where you live' })).toBeTruthy();
});

test('the tax that Stripe tells is part of the total that is checked out', async () => {
  const cart = { ...cartOf(1), is_tax_known: false };
  const taxed = { ...cart, tax: 1100, tax_name: 'Sales tax', total: 15065, is_tax_known: true };
  const { dialog, fetches } = await openCart(cart, [
    answer(orderEndpoints.priceCart, taxed),
    answer(orderEndpoints.checkOut, { data: { key: 'order-key-of-32-letters-and-more' } }),
  ]);
  expect(await dialog.findByText('$150.65')).toBeTruthy();
  expect(dialog.queryByText('Plus tax, calculated at checkout')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Checkout' }));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, orderEndpoints.checkOut)).toEqual([{ id: 3, total: 15065 }]),
  );
});

test.each(['/payment', '/image-payment'])(
  '%s, which names nothing to buy, leads to the cart',
  async (path) => {
    openSite(path, buildUser({ cart: cartOf(2) }), [answer(orderEndpoints.listMyOrders, [])]);
    expect(await screen.findByRole('heading', { name: '2 items in your cart' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Open cart' }));
    expect(await screen.findByRole('dialog', { name: 'Your Shopping Cart' })).toBeTruthy();
  },
);
