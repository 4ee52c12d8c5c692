import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { createAttacker, newEmail, type Site } from '#proofs/attack/attacker.ts';
import { answerOrders } from '#server/platform/processes/threads.ts';

export type FloodOrder = { site: Site; logIns: number };

answerOrders<FloodOrder, number[]>(({ site, logIns }) =>
  Promise.all(Array.from({ length: logIns }, (_, index) => guess(site, `198.51.100.${index % 250}`))),
);

/** Every guess is for another account and from another browser, so no limit of one of them ends the flood. */
async function guess(site: Site, ip: string): Promise<number> {
  const body = { identifier: newEmail(), password: 'wrong' };
  return (await createAttacker(site, ip).call(accountEndpoints.logIn, { body })).status;
}
