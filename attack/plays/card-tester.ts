import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { CARD_TRY_LIMITS } from '#contract/rules/cards.ts';
import type { Attack } from '../attack.ts';
import { createAttacker, registerProven } from '../attacker.ts';
import { listPhotographed, openAlbum } from '../buyer.ts';

const STOLEN_CARDS = 40;
const TRIES_OF_ONE_CARD = 25;

export const cardTester: Attack = {
  name: 'The card tester tries stolen cards',
  before: `all ${STOLEN_CARDS} cards answered from one new account, one card ${TRIES_OF_ONE_CARD} times`,
  async play(site) {
    const first = createAttacker(site);
    await registerProven(first);
    let answered = 0;
    for (let i = 0; i < STOLEN_CARDS; i++) {
      const body = { token: 'pm_card_visa_chargeDeclined' };
      if ((await first.call(paymentEndpoints.addPaymentMethod, { body })).status === 402) answered += 1;
    }
    const second = createAttacker(site);
    await registerProven(second);
    const [album] = await listPhotographed(second);
    if (!album) throw new Error('there is no album with photos');
    await openAlbum(second, album);
    const card = await second.call(paymentEndpoints.addPaymentMethod, {
      body: { token: 'pm_card_chargeCustomerFail' },
    });
    const quote = await second.call(paymentEndpoints.quotePayment, { body: { albumId: album.id } });
    const order = {
      albumId: album.id,
      paymentMethodId: card.body.id,
      amount: quote.body.total,
      facial: false,
    };
    let tried = 0;
    for (let i = 0; i < TRIES_OF_ONE_CARD; i++) {
      if ((await second.call(paymentEndpoints.payForAlbum, { body: order })).status === 402) tried += 1;
    }
    return {
      got: `${answered} of ${STOLEN_CARDS} cards answered, one card ${tried} times, then 429`,
      isTooMuch: answered > CARD_TRY_LIMITS.account.block || tried > CARD_TRY_LIMITS.card.block,
    };
  },
};
