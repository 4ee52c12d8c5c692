import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { type Attack, createAttacker, newEmail, register, registerProven, type Site } from '#proofs/attack/attacker.ts';

const OWN_PASSWORD = 'plum-kettle-31';

export const prober: Attack = {
  name: 'The prober registers addresses to learn which of them have accounts',
  before: '409 for every address with an account',
  async play(site) {
    const customer = await registerProven(createAttacker(site));
    const [known, unknown] = [await probe(site, customer), await probe(site, newEmail())];
    const isTold = JSON.stringify(known) !== JSON.stringify(unknown);
    return {
      got: isTold ? `${known.join(', ')} instead of ${unknown.join(', ')}` : 'the same answers for both',
      isTooMuch: isTold,
    };
  },
};

/** Returns the statuses of all calls that could tell. */
async function probe(site: Site, email: string): Promise<number[]> {
  const attacker = createAttacker(site);
  const logIn = (password: string) =>
    attacker.call(accountEndpoints.logIn, { body: { identifier: email, password } });
  const asks = [accountEndpoints.forgotPassword, accountEndpoints.sendLoginLink] as const;
  const asked = [];
  for (const ask of asks) asked.push((await attacker.call(ask, { body: { email } })).status);
  const registered = await register(attacker, email, OWN_PASSWORD).then(
    () => 200,
    () => 409,
  );
  const own = await logIn(OWN_PASSWORD);
  const me = await attacker.call(accountEndpoints.me);
  const wrong = [];
  for (let i = 0; i < 6; i++) wrong.push((await logIn(`wrong-${i}`)).status);
  return [...asked, registered, own.status, me.status, ...wrong];
}
