import { randomBytes, randomInt } from 'node:crypto';
import type { EndpointShape, ResponseOf, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { outboxEndpoints } from '#contract/endpoints/operations.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';

export type Site = { address: string };

export type Answer<E extends EndpointShape> = {
  status: number;
  body: ResponseOf<E>;
  code: string | undefined;
};

type Call<E extends EndpointShape> = {
  params?: SentParams<E>;
  query?: SentQuery<E>;
  body?: SentBody<E>;
  picture?: Buffer;
};

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
    async call(endpoint, { params, query, body, picture } = {}) {
      const given = (params ?? {}) as Record<string, unknown>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(given[name])),
      );
      const search = new URLSearchParams((query ?? {}) as Record<string, string>);
      const response = await fetch(`${address}/api${path}?${search}`, {
        method: endpoint.method,
        headers: {
          ...headersOf(attacker),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(picture ? { 'content-type': 'image/jpeg' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(picture ? { body: new Uint8Array(picture) } : {}),
      });
      attacker.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? attacker.cookie;
      const text = await response.text();
      const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
      return { status: response.status, body: json, code: json?.error?.code };
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

export function randomIp(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
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

/** Attackers have mailboxes too, so they can prove addresses of their own. */
export async function registerProven(attacker: Attacker, address = newEmail()): Promise<string> {
  const email = await register(attacker, address);
  const sent = await attacker.call(emailAddressEndpoints.sendEmailCode, { body: {} });
  if (sent.status !== 200 || !sent.body.code) throw new Error(`no code: ${sent.status} ${sent.code}`);
  const { status } = await attacker.call(emailAddressEndpoints.checkEmailCode, {
    body: { code: sent.body.code },
  });
  if (status !== 200) throw new Error(`the code was refused: ${status}`);
  return email;
}

const PATIENCE_MS = 20_000;

/** Reads the mail of somebody, as only they can. */
export async function readMail(site: Site, to: string, pattern: RegExp): Promise<string> {
  const owner = createAttacker(site);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const { body } = await owner.call(outboxEndpoints.outbox, { query: { to } });
    const found = body.map((message) => pattern.exec(message.text)?.[1]).find(Boolean);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${to}`);
}

/** How hard to try: the tests try less than `npm run attack`. */
export type Effort = { guesses: number; sockets: number };

export type Outcome = {
  /** What the attacker has in the end, in words. */
  got: string;
  isTooMuch: boolean;
};

export type Attack = {
  name: string;
  /** What the attacker got before there was a defense. */
  before: string;
  play(site: Site, effort: Effort): Promise<Outcome>;
};

export type PublishedAlbum = { id: number; event: number; uuid: string };

/** Albums with photos, the one with the fewest first, so that fetching them all is quick. */
export async function listPhotographed(attacker: Attacker): Promise<PublishedAlbum[]> {
  const events = await attacker.call(catalogueEndpoints.listEvents);
  const found: (PublishedAlbum & { photos: number })[] = [];
  for (const event of events.body) {
    const query = { events_in: String(event.id) };
    const { body } = await attacker.call(catalogueEndpoints.listAlbums, { query });
    found.push(
      ...body.map(({ id, uuid, images_count }) => ({ id, uuid, event: event.id, photos: images_count })),
    );
  }
  return found.filter(({ photos }) => photos > 1).toSorted((a, b) => a.photos - b.photos);
}

/** Opens the album once, as a purchase requires, and returns its images. */
export async function openAlbum(attacker: Attacker, album: PublishedAlbum) {
  const found = await attacker.call(foundAlbumEndpoints.findAlbum, {
    body: { album: album.id, event: album.event },
  });
  const view = await attacker.call(foundAlbumEndpoints.viewAlbum, { params: { id: found.body.id } });
  if (view.status !== 200) throw new Error(`the album did not open: ${view.status} ${view.code}`);
  return view.body;
}

/** Buys the album with a test card and returns its order. */
export async function buyAlbum(attacker: Attacker, album: PublishedAlbum) {
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
