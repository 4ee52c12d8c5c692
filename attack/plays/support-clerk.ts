import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { Attack } from '../attack.ts';
import { createAttacker } from '../attacker.ts';
import { buyAlbum, listPhotographed } from '../buyer.ts';

const CLERK = { identifier: 'support@encore.test', password: 'encore-demo' };

export const supportClerk: Attack = {
  name: 'The support clerk buys an album and refunds it to themselves',
  before: 'money and photos',
  async play(site) {
    const clerk = createAttacker(site);
    const { status, body } = await clerk.call(accountEndpoints.logIn, { body: CLERK });
    if (status !== 200) throw new Error(`the clerk could not log in: ${status}`);
    clerk.token = body.jwt;
    const [, , album] = await listPhotographed(clerk);
    if (!album) throw new Error('there are no albums with photos');
    const { order } = await buyAlbum(clerk, album);
    const refund = await clerk.call(refundEndpoints.refundOrder, {
      params: { id: order.key },
      body: { memo: 'They are lovely' },
    });
    return {
      got: refund.status === 200 ? 'a refund of their own order' : `nothing (${refund.code})`,
      isTooMuch: refund.status === 200,
    };
  },
};
