// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Payment } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import { createI18n } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };
import { priceNameOf } from '#web/features/orders/price-name.ts';
import { setLanguageSource } from '#web/lib/i18n.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildImage } from '#web/testing/demo-albums.ts';
import { BOUGHT_TITLE, buildOrder, buildPayment, buildQuote, CARD } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { goOffline } from '#web/testing/go-offline.ts';
import { openSite } from '#web/testing/render-site.tsx';
import { answerSandbox, typeCard } from '#web/testing/sandbox-card.ts';

const PAYMENT = buildPayment({ order_key: 'key-of-an-order-1' });

function openPayment(answers: Answer[], { cards = [CARD], path = '/payment?album=5' } = {}) {
  const user = buildUser({ payment_sources: cards });
  return openSite(path, user, [
    answer(paymentEndpoints.quotePayment, buildQuote(13965)),
    answer(orderEndpoints.getOrder, buildOrder({ key: PAYMENT.order_key, status: 'paid' })),
    answer(catalogueEndpoints.getAlbum, {
      ...buildAlbum(5),
      events: [buildEvent()],
      images: [],
      temp_jwt: 'cover',
    }),
    ...answers,
  ]);
}

test('a kept card is chosen already, and one press pays what was quoted', async () => {
  const { fetches } = openPayment([answer(paymentEndpoints.payForAlbum, PAYMENT)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(screen.getByText(/You paid \$139\.65\. Receipt sent to parent@encore\.test/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe(
    '/receipt/key-of-an-order-1',
  );
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([
    { albumId: 5, paymentMethodId: 31, amount: 13965, facial: false },
  ]);
});

test('a changed price is shown and asked about again; nothing is paid by the old one', async () => {
  let price = 13965;
  const { fetches } = openPayment([
    answer(paymentEndpoints.quotePayment, () => buildQuote(price)),
    answer(paymentEndpoints.payForAlbum, () => {
      if (price === 14665) return { ...PAYMENT, amount: 14665 };
      price = 14665;
      return errorAnswer(409, 'price_changed', 'The price changed.', { amount: 14665 });
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The price is now $146.65');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $146.65' }));
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  const amounts = bodiesSentTo(fetches, paymentEndpoints.payForAlbum).map(({ amount }) => amount);
  expect(amounts).toEqual([13965, 14665]);
});

test('a decline is said in place and leaves the form as it was', async () => {
  openPayment([
    answer(paymentEndpoints.payForAlbum, errorAnswer(402, 'card_declined', 'Your card was declined.')),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /4242/ }).checked).toBe(true);
});

test('an album that was not viewed yet can be opened from the sentence that says so', async () => {
  const { fetches, router } = openPayment([
    answer(paymentEndpoints.payForAlbum, errorAnswer(409, 'view_before_purchase', 'View the album once.')),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('View the album once.');
  fireEvent.click(screen.getByRole('link', { name: 'View album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${buildEvent().id}/album/5`));
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toHaveLength(1);
});

test('a lost answer does not sound like a failure', async () => {
  openPayment([answer(paymentEndpoints.payForAlbum, NETWORK_ERROR)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
  expect((await screen.findByRole('alert')).textContent).toContain('never charged twice');
});

test('a payment on its way is gone on with after a reload', async () => {
  sessionStorage.setItem('PENDING_PAYMENT:/payment 5', '9');
  const { fetches } = openPayment([answer(paymentEndpoints.refreshPayment, PAYMENT)]);
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([]);
  expect(sessionStorage.getItem('PENDING_PAYMENT:/payment 5')).toBeNull();
});

test('nobody is sent to their bank by opening a page', async () => {
  sessionStorage.setItem('PENDING_PAYMENT:/payment 5', '9');
  const waiting: Payment = {
    ...PAYMENT,
    status: 'requires_action',
    next_action_url: 'https://bank.example/3ds',
  };
  openPayment([answer(paymentEndpoints.refreshPayment, waiting)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with your bank' }));
  expect((await screen.findByTitle('Your bank')).getAttribute('src')).toBe('https://bank.example/3ds');
});

test('offline, paying waits and says why', async () => {
  const { fetches } = openPayment([answer(paymentEndpoints.payForAlbum, PAYMENT)]);
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $139.65' });
  goOffline();
  expect(pay.disabled).toBe(true);
  expect(screen.getByText(/You can pay once you’re connected again/)).toBeTruthy();
  fireEvent.submit(screen.getByRole('form', { name: 'Payment' }));
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([]);
});

test('an expired card is not offered', async () => {
  openPayment([], { cards: [{ ...CARD, exp_year: 2020 }] });
  const expired = await screen.findByRole<HTMLInputElement>('radio', { name: /Expired/ });
  expect(expired.disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'New card' }).checked).toBe(true);
});

test.each([
  ['left unticked', false, { token: 'pm_1' }],
  ['ticked', true, { token: 'pm_1', consent: 1 }],
])('the box to keep a new card is %s, and only then the card is kept', async (_, isTicked, card) => {
  const { fetches } = openPayment([answer(paymentEndpoints.payForAlbum, PAYMENT)], { cards: [] });
  answerSandbox(fetches);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^Keep this card for next time/,
  });
  expect(box.checked).toBe(false);
  await screen.findByRole('textbox', { name: 'Card number' });
  typeCard();
  if (isTicked) fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Pay $139.65' }));
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([
    { albumId: 5, paymentMethodId: null, card, amount: 13965, facial: false },
  ]);
});

test('the test wallet pays through the same call and keeps nothing', async () => {
  const { fetches } = openPayment([answer(paymentEndpoints.payForAlbum, PAYMENT)]);
  answerSandbox(fetches);
  fireEvent.click(await screen.findByRole('button', { name: 'Test wallet: pay $139.65' }));
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toMatchObject([
    { paymentMethodId: null, card: { token: 'ctoken_1' } },
  ]);
});

test('what costs nothing needs no card', async () => {
  const { fetches } = openPayment(
    [
      answer(paymentEndpoints.quotePayment, buildQuote(0)),
      answer(paymentEndpoints.payForAlbum, { ...PAYMENT, amount: 0 }),
    ],
    { cards: [] },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Get it now' }));
  expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)[0]).toMatchObject({ paymentMethodId: null });
});

describe('a payment page opened by its address', () => {
  const detail = { ...buildAlbum(7), events: [buildEvent()], images: [buildImage(70)], temp_jwt: 'cover' };
  const known = answer(catalogueEndpoints.getAlbum, detail);
  const open = (path: string, answers: Answer[]) => openPayment(answers, { path });

  test.each([
    ['/payment', 'Payment'],
    ['/image-payment', 'Buy photos'],
    ['/payment?album=nonsense', 'Payment'],
  ])('%s without a choice says so and leads on', async (path, title) => {
    open(path, []);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText('Nothing chosen yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your albums' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Search albums' }).getAttribute('href')).toBe('/search-albums');
  });

  test('pays for the album that it names, and leaves the payment of another alone', async () => {
    sessionStorage.setItem('PENDING_PAYMENT:/payment 5', '8');
    const answers = [known, answer(paymentEndpoints.payForAlbum, PAYMENT)];
    const { fetches } = open('/payment?album=7&facial=true', answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Pay $139.65' }));
    expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
    expect(bodiesSentTo(fetches, paymentEndpoints.payForAlbum)).toEqual([
      { albumId: 7, paymentMethodId: 31, amount: 13965, facial: true },
    ]);
    expect(bodiesSentTo(fetches, paymentEndpoints.refreshPayment)).toEqual([]);
  });

  test.each([
    ['with its picture', 70, 1],
    ['without a picture that the buyer may not see now', 71, 0],
  ])('pays for the photo that it names, %s', async (_, imageId, pictures) => {
    const { fetches } = open(`/image-payment?image=${imageId}`, [
      known,
      answer(paymentEndpoints.quotePayment, { ...buildQuote(499), album: 7, images: [imageId] }),
      answer(paymentEndpoints.payForImage, { ...PAYMENT, amount: 499 }),
    ]);
    const pay = await screen.findByRole('button', { name: 'Pay $4.99' });
    expect(screen.queryAllByAltText('Photo 1')).toHaveLength(pictures);
    fireEvent.click(pay);
    expect(await screen.findByRole('heading', { name: BOUGHT_TITLE })).toBeTruthy();
    expect(bodiesSentTo(fetches, paymentEndpoints.payForImage)).toEqual([
      { imageIds: [imageId], paymentMethodId: 31, amount: 499, facial: false },
    ]);
  });

  test.each([
    ['/payment?album=7', answer(catalogueEndpoints.getAlbum, errorAnswer(404, 'not_found'))],
    ['/image-payment?image=70', answer(paymentEndpoints.quotePayment, errorAnswer(404, 'not_found'))],
  ])('%s of something that is not for sale says so and leads on', async (path, missing) => {
    open(path, [missing]);
    expect(await screen.findByText('Not for sale')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search albums' })).toBeTruthy();
  });
});

describe('in Spanish', () => {
  beforeEach(() => setLanguageSource(() => createI18n('es', spanish)));
  afterEach(() => setLanguageSource(() => createI18n('en')));

  test('a payment that fails says so, and the lines of the price speak Spanish', async () => {
    const failure = { code: 'card_declined', message: ERRORS.card_declined.message };
    openPayment([
      answer(paymentEndpoints.quotePayment, {
        ...buildQuote(13965),
        tax: 300,
        tax_name: 'Tax',
        discount: 500,
        coupon: { code: 'FALL', off: '20%' },
      }),
      answer(paymentEndpoints.payForAlbum, { ...PAYMENT, status: 'failed', failure }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pagar $139.65' }));
    expect(await screen.findByText('Tu tarjeta fue rechazada. Prueba con otra.')).toBeTruthy();
    expect(screen.getByText('Código FALL, 20% de descuento')).toBeTruthy();
    expect(screen.getByText('Impuesto')).toBeTruthy();
  });

  test('a lost connection says so', async () => {
    openPayment([answer(paymentEndpoints.payForAlbum, NETWORK_ERROR)]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pagar $139.65' }));
    expect(await screen.findByText(/^Se perdió la conexión/)).toBeTruthy();
  });

  test('the day of a price is in Spanish', () => {
    expect(priceNameOf('Early bird until Aug 14')).toMatch(/14 .*ago/);
    expect(priceNameOf('5 photos for $24.95')).toBe('5 fotos por $24.95');
  });
});
