import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import {
  type Attack,
  createAttacker,
  newEmail,
  PASSWORD,
  readMail,
  register,
  registerVerified,
  type Site,
} from '#proofs/attack/attacker.ts';
import { randomIp } from '#proofs/site.ts';

export const hijacker: Attack = {
  name: "The hijacker registers somebody else's address and waits",
  before: 'kept session, password, name and teams after the owner came',
  async run(site) {
    const [hijack, owner, email] = [createAttacker(site), createAttacker(site), newEmail()];
    await register(hijack, email);
    await hijack.call(foundAlbumEndpoints.addSubscription, {
      body: { program_name: 'Hijackers', team_name: 'Own', division_name: 'Senior' },
    });
    await owner.call(accountEndpoints.sendLoginLink, { body: { email } });
    const loginToken = await readMail(site, email, /loginToken=([\w-]+)/);
    const arrival = await owner.call(accountEndpoints.logInByLink, { query: { loginToken } });
    if (arrival.status !== 200) return { got: 'kept the owner out', isTooMuch: true };
    const session = await hijack.call(accountEndpoints.me);
    const password = await hijack.call(accountEndpoints.logIn, {
      body: { identifier: email, password: PASSWORD },
    });
    const { first_name: name, team_subscriptions: teams } = arrival.body.user;
    const kept = [
      ...(name === '' ? [] : ['the name']),
      ...(teams.length === 0 ? [] : ['the teams']),
      ...(session.status === 200 ? ['the session'] : []),
      ...(password.status === 200 ? ['the password'] : []),
    ];
    return { got: kept.length === 0 ? 'nothing' : `kept ${kept.join(' and ')}`, isTooMuch: kept.length > 0 };
  },
};

const OWN_PASSWORD = 'plum-kettle-31';

export const prober: Attack = {
  name: 'The prober registers addresses to learn which of them have accounts',
  before: '409 for every address with an account',
  async run(site) {
    const customer = await registerVerified(createAttacker(site));
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

const TRIES_IN_15_MINUTES = 50;
const LINK_REQUESTS = 20;

export const lockOut: Attack = {
  name: 'The lock-out guesses and asks for links from many addresses',
  before: 'owner refused for 15 minutes after 50 guesses or 3 links',
  async run(site, { guesses }) {
    const owner = createAttacker(site);
    const email = await registerVerified(owner);
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

const ADDRESSES = 60;
const TRIES_OF_A_CODE = 5;
const GUESSES_OF_A_NETWORK = 60;

export const codeSprayer: Attack = {
  name: `The sprayer asks for codes of ${ADDRESSES} addresses and guesses each`,
  before: '300 guesses from one network',
  async run(site) {
    const ip = randomIp();
    let checked = 0;
    for (let i = 0; i < ADDRESSES; i++) {
      const [browser, email] = [createAttacker(site, ip), newEmail()];
      const asked = await browser.call(enteringEndpoints.sendOneTimeCode, {
        body: { email, agreed_to_terms: true },
      });
      if (asked.status !== 200) throw new Error(`asking for a code was answered with ${asked.status}`);
      for (let guess = 0; guess < TRIES_OF_A_CODE; guess++) {
        const body = { email, ticket: asked.body.ticket, code: '000000' };
        if ((await browser.call(enteringEndpoints.enterByCode, { body })).status === 400) checked += 1;
      }
    }
    return { got: `${checked} guesses`, isTooMuch: checked > GUESSES_OF_A_NETWORK };
  },
};
