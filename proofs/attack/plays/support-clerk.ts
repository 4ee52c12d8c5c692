import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type Attack, type Attacker, createAttacker, registerProven, type Site, buyAlbum, listPhotographed } from '#proofs/attack/attacker.ts';

const CLERK = { identifier: 'support@encore.test', password: 'encore-demo' };
const ACCOMPLICES = 3;
const ALBUMS_EACH = 2;

export const supportClerk: Attack = {
  name: 'The support clerk refunds their own album, and many albums of friends',
  before: 'money and photos, and $837.90 for friends in several calls',
  async play(site) {
    const clerk = createAttacker(site);
    const { status, body } = await clerk.call(accountEndpoints.logIn, { body: CLERK });
    if (status !== 200) throw new Error(`the clerk could not log in: ${status}`);
    clerk.token = body.jwt;
    const [, , album] = await listPhotographed(clerk);
    if (!album) throw new Error('there are no albums with photos');
    const { order } = await buyAlbum(clerk, album);
    const own = await refund(clerk, order.key);
    const limitCents = DEFAULT_SITE_SETTINGS.refund_second_person_cents;
    const cents = await refundFriends(site, clerk);
    return {
      got: `${own.status === 200 ? 'a refund of their own order' : `nothing (${own.code})`}; ${formatCents(cents)} for friends, then a second person decides`,
      isTooMuch: own.status === 200 || cents > limitCents,
    };
  },
};

const refund = (clerk: Attacker, key: string) =>
  clerk.call(refundEndpoints.refundOrder, { params: { id: key }, body: { memo: 'They are lovely' } });

/** Several people buy, and the clerk refunds all of it in small calls that are sent at the same moment. */
async function refundFriends(site: Site, clerk: Attacker): Promise<number> {
  const keys: string[] = [];
  for (let i = 0; i < ACCOMPLICES; i++) {
    const friend = createAttacker(site);
    await registerProven(friend);
    for (const album of (await listPhotographed(friend)).slice(0, ALBUMS_EACH)) {
      keys.push((await buyAlbum(friend, album)).order.key);
    }
  }
  const answers = await Promise.all(keys.map((key) => refund(clerk, key)));
  return answers.reduce((sum, { status, body }) => (status === 200 ? sum + body.amount : sum), 0);
}
