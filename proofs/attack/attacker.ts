import { randomBytes } from 'node:crypto';
import type { EndpointShape } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { outboxEndpoints } from '#contract/endpoints/operations.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';

import { type Answer, type Call, callSite, eventually, randomIp } from '../site.ts';

export type Site = { address: string };

/** Sends requests from any network address: the server trusts one proxy, and this client acts as that proxy. */
export type Attacker = {
  ip: string;
  cookie: string | undefined;
  token: string | undefined;
  call<E extends EndpointShape>(endpoint: E, call?: Call<E>): Promise<Answer<E>>;
  fetch(path: string, headers?: Record<string, string>): Promise<Response>;
};

export const PASSWORD = 'k7-Umbrella-lamp';

export function createAttacker({ address }: Site, ip = randomIp()): Attacker {
  const attacker: Attacker = {
    ip,
    cookie: undefined,
    token: undefined,
    fetch: (path, headers = {}) =>
      fetch(new URL(path, address), { headers: { ...headersOf(attacker), ...headers } }),
    async call(endpoint, call = {}) {
      const answer = await callSite(address, endpoint, call, { headers: headersOf(attacker) });
      attacker.cookie = answer.cookie ?? attacker.cookie;
      return answer;
    },
  };
  return attacker;
}

function headersOf({ ip, cookie, token }: Attacker): Record<string, string> {
  return {
    'x-forwarded-for': ip,
    ...(cookie ? { cookie } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.test`;
}

export async function register(attacker: Attacker, email = newEmail(), password = PASSWORD): Promise<string> {
  const { status, body, code } = await attacker.call(accountEndpoints.register, {
    body: {
      email,
      username: email,
      password,
      first_name: 'Sam',
      last_name: 'Stranger',
      name: 'Sam Stranger',
      agreed_to_terms: true,
    },
  });
  if (status !== 200) throw new Error(`registering failed: ${status} ${code}`);
  attacker.token = body.jwt;
  return email;
}

/** Attackers have mailboxes too, so they can verify their own addresses. */
export async function registerVerified(attacker: Attacker, address = newEmail()): Promise<string> {
  const email = await register(attacker, address);
  const sent = await attacker.call(emailAddressEndpoints.sendEmailCode, { body: {} });
  if (sent.status !== 200 || !sent.body.code) throw new Error(`no code: ${sent.status} ${sent.code}`);
  const { status } = await attacker.call(emailAddressEndpoints.checkEmailCode, {
    body: { code: sent.body.code },
  });
  if (status !== 200) throw new Error(`the code was refused: ${status}`);
  return email;
}

/** Comes with its own verified account. */
export async function arrive(site: Site): Promise<Attacker> {
  const attacker = createAttacker(site);
  await registerVerified(attacker);
  return attacker;
}

/** A member of the demo's staff who may do what attackers of the shop want. */
export async function logInClerk(site: Site): Promise<Attacker> {
  const clerk = createAttacker(site);
  const { status, body } = await clerk.call(accountEndpoints.logIn, {
    body: { identifier: 'support@encore.test', password: 'encore-demo' },
  });
  if (status !== 200) throw new Error(`the clerk could not log in: ${status}`);
  clerk.token = body.jwt;
  return clerk;
}

/** Reads the mail of somebody, as only they can. */
export async function readMail(site: Site, to: string, pattern: RegExp): Promise<string> {
  const owner = createAttacker(site);
  return eventually(`a mail to ${to}`, 20, async () => {
    const { body } = await owner.call(outboxEndpoints.outbox, { query: { to } });
    return body.map((message) => pattern.exec(message.text)?.[1]).find(Boolean);
  });
}

/** The effort of an attack: tests try less than `npm run attack`. */
export type Effort = { guesses: number; sockets: number };

export type Outcome = {
  /** The attacker's result, in words. */
  got: string;
  isTooMuch: boolean;
};

export type Attack = {
  name: string;
  /** The result before there was a defense. */
  before: string;
  run(site: Site, effort: Effort): Promise<Outcome>;
};

export type PublishedAlbum = Awaited<ReturnType<typeof listAlbums>>[number];

export async function listAlbums(attacker: Attacker) {
  const events = await attacker.call(catalogueEndpoints.listEvents);
  const albums = [];
  for (const { id: event } of events.body) {
    const query = { events_in: String(event) };
    const { body } = await attacker.call(catalogueEndpoints.listAlbums, { query });
    albums.push(...body.map((album) => ({ ...album, event })));
  }
  return albums;
}

/** Albums with photos, the one with the fewest first, so that fetching them all is quick. */
export async function listPhotographed(attacker: Attacker): Promise<PublishedAlbum[]> {
  const found = (await listAlbums(attacker)).filter(({ images_count: photos }) => photos > 1);
  return found.toSorted((a, b) => a.images_count - b.images_count);
}

/** The album with the fewest photos. */
export async function findPhotographed(attacker: Attacker): Promise<PublishedAlbum> {
  const [album] = await listPhotographed(attacker);
  if (!album) throw new Error('there are no albums with photos');
  return album;
}

/** Opens the album once, as a purchase requires, and returns its images. */
export async function openAlbum(attacker: Attacker, album: Pick<PublishedAlbum, 'id' | 'event'>) {
  const found = await attacker.call(foundAlbumEndpoints.findAlbum, {
    body: { album: album.id, event: album.event },
  });
  const view = await attacker.call(foundAlbumEndpoints.viewAlbum, { params: { id: found.body.id } });
  if (view.status !== 200) throw new Error(`the album did not open: ${view.status} ${view.code}`);
  return view.body;
}

/** Buys the album with a test card and returns its order. */
export async function buyAlbum(attacker: Attacker, album: Pick<PublishedAlbum, 'id' | 'event'>) {
  await openAlbum(attacker, album);
  const card = await attacker.call(paymentEndpoints.addPaymentMethod, { body: { token: 'pm_card_visa' } });
  const quote = await attacker.call(paymentEndpoints.quotePayment, { body: { albumId: album.id } });
  const paid = await attacker.call(paymentEndpoints.payForAlbum, {
    body: { albumId: album.id, paymentMethodId: card.body.id, amount: quote.body.total, facial: false },
  });
  if (paid.status !== 200) throw new Error(`the purchase failed: ${paid.status} ${paid.code}`);
  const order = await attacker.call(orderEndpoints.getOrder, { params: { id: paid.body.order_key } });
  const [line] = order.body.items;
  if (!line) throw new Error('the order has no line');
  return { order: order.body, line: line.id };
}
