import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { type Attack, createAttacker, PASSWORD, readMail, registerProven, type Site } from '#proofs/attack/attacker.ts';

const TRIES_IN_15_MINUTES = 50;
const LINK_REQUESTS = 20;

export const lockOut: Attack = {
  name: 'The lock-out guesses and asks for links from many addresses',
  before: 'owner refused for 15 minutes after 50 guesses or 3 links',
  async play(site, { guesses }) {
    const owner = createAttacker(site);
    const email = await registerProven(owner);
    const checked = await guess(site, email, guesses);
    for (let i = 0; i < LINK_REQUESTS; i++) {
      await createAttacker(site).call(accountEndpoints.sendLoginLink, { body: { email } });
    }
    const known = await owner.call(accountEndpoints.logIn, {
      body: { identifier: email, password: PASSWORD },
    });
    const newPhone = createAttacker(site);
    const asked = await newPhone.call(accountEndpoints.sendLoginLink, { body: { email } });
    const loginToken = await readMail(site, email, /loginToken=([\w-]+)/);
    const byLink = await newPhone.call(accountEndpoints.logInByLink, { query: { loginToken } });
    const closed = [
      ...(known.status === 200 ? [] : ["the owner's device"]),
      ...(asked.status === 200 && byLink.status === 200 ? [] : ['the mailed link']),
    ];
    return {
      got: `${checked} of ${guesses} guesses checked, closed: ${closed.join(', ') || 'nothing'}`,
      isTooMuch: closed.length > 0 || checked > TRIES_IN_15_MINUTES,
    };
  },
};

/** Every guess comes from another address and another browser. */
async function guess(site: Site, email: string, times: number): Promise<number> {
  let checked = 0;
  for (let i = 0; i < times; i++) {
    const { status } = await createAttacker(site).call(accountEndpoints.logIn, {
      body: { identifier: email, password: `wrong-${i}` },
    });
    if (status === 401) checked += 1;
  }
  return checked;
}
