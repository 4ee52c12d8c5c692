// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { CardSetup, PaymentSource } from '#contract/entities/order.ts';
import { CARD_CONSENT } from '#contract/rules/cards.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { CARD } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';
import { answerSandbox, typeCard } from '#web/testing/sandbox-card.ts';

const KEPT_CARD = { ...CARD, consent: { words: CARD_CONSENT, at: '2026-11-14T12:00:00.000Z' } };
const KEPT: CardSetup = {
  status: 'kept',
  setup: 'seti_1',
  client_secret: null,
  next_action_url: null,
  card: KEPT_CARD,
};
const WAITING: CardSetup = {
  ...KEPT,
  status: 'requires_action',
  client_secret: 'seti_1_secret_2',
  next_action_url: 'https://bank.example/3ds',
  card: null,
};

function openCards(answers: Answer[], { path = '/AddPaymentMethod', cards = [] as PaymentSource[] } = {}) {
  const user = buildUser({ payment_sources: cards });
  const site = openSite(path, user, answers);
  answerSandbox(site.fetches);
  return site;
}

async function addCard() {
  await screen.findByRole('textbox', { name: 'Card number' });
  typeCard();
  fireEvent.click(screen.getByRole('button', { name: 'Add card' }));
}

test('a card is added with the words that its owner has read', async () => {
  const { fetches } = openCards([answer(paymentEndpoints.setUpCard, KEPT)]);
  expect(await screen.findByText(`By adding it, you agree: ${CARD_CONSENT}`)).toBeTruthy();
  await addCard();
  expect(await screen.findByText('Card added')).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.setUpCard)).toEqual([{ token: 'pm_1', consent: 1 }]);
});

test('the bank is asked in a sheet, and closing it adds nothing', async () => {
  openCards([answer(paymentEndpoints.setUpCard, WAITING), answer(paymentEndpoints.finishCardSetup, WAITING)]);
  await addCard();
  expect((await screen.findByTitle('Your bank')).getAttribute('src')).toBe('https://bank.example/3ds');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Your bank didn’t confirm the card, so it wasn’t added.')).toBeTruthy();
  expect(screen.queryByText('Card added')).toBeNull();
});

test('whoever comes back from the bank has the card, and no secret stays in the address', async () => {
  const path = '/AddPaymentMethod?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2';
  const { fetches, router } = openCards([answer(paymentEndpoints.finishCardSetup, KEPT)], { path });
  expect(await screen.findByText('Card added')).toBeTruthy();
  expect(bodiesSentTo(fetches, paymentEndpoints.finishCardSetup)).toEqual([{ setup: 'seti_1' }]);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a refused card is said in a sentence', async () => {
  openCards([
    answer(paymentEndpoints.setUpCard, errorAnswer(402, 'card_declined', 'Your card was declined.')),
  ]);
  await addCard();
  expect(await screen.findByText('Your card was declined.')).toBeTruthy();
});

test('a kept card shows what its owner agreed to', async () => {
  openCards([], { cards: [KEPT_CARD, { ...CARD, id: 32, last4: '1111' }] });
  expect(await screen.findAllByText(/^Saved with your OK on/)).toHaveLength(1);
});
