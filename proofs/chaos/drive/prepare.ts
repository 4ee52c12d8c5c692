import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointShape } from '#contract/endpoint.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { type Answer, type Call, callSite, randomIp } from '#proofs/site.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';

const BUYERS = 24;
const VIEWERS = 40;
const ALBUMS = 60;
/** One account opens at most the albums of this many programs; all albums here are of one. */
const ALBUMS_TO_VIEW = 12;

export type Person = { id: number; token: string };
export type Album = { id: number; eventId: number; uuid: string };
export type Ground = {
  eventId: number;
  staff: Person;
  buyers: (Person & { cardId: number })[];
  viewers: Person[];
  albums: Album[];
  albumsToView: Album[];
  uploadAlbum: Album;
};

export async function prepareGround(site: string, environment: { [name: string]: string }): Promise<Ground> {
  const context = await openContext(environment);
  try {
    return await buildGround(site, context);
  } finally {
    await closeContext(context);
  }
}

export function openContext(environment: { [name: string]: string }): Promise<Context> {
  const config = readConfig({ ...environment, ROLE: 'worker' });
  return createContext(config, config.databaseDirectUrl ?? '', createLog('error'));
}

async function buildGround(site: string, context: Context): Promise<Ground> {
  const app = { context };
  const event = await buildEvent(app);
  const albums: Album[] = [];
  for (let index = 0; index <= ALBUMS; index++) {
    const album = await buildAlbum(app, { eventId: event.id, teamName: `Team ${index}` });
    await buildImage(app, album);
    albums.push(album);
  }
  const [uploadAlbum, ...others] = albums;
  if (!uploadAlbum) throw new Error('there is no album');
  const people: Person[] = [];
  for (let index = 0; index < BUYERS + VIEWERS; index++) people.push(await buildUser(app));
  const buyers: Ground['buyers'] = [];
  for (const person of people.slice(0, BUYERS)) {
    const seen = others.map(({ id }) => ({
      userId: person.id,
      albumId: id,
      foundBy: 'opened' as const,
      viewsUsed: 1,
    }));
    await context.db.insertInto('userFoundAlbums').values(seen).execute();
    const card = await callShop(site, paymentEndpoints.addPaymentMethod, {
      token: person.token,
      body: { token: 'pm_card_visa' },
    });
    if (card.status !== 200) throw new Error(`a card was refused: ${card.status} ${card.code}`);
    buyers.push({ ...person, cardId: card.body.id });
    await sleep(20);
  }
  return {
    eventId: event.id,
    staff: await buildUser(app, { role: 'super' }),
    buyers,
    viewers: people.slice(BUYERS),
    albums: others,
    albumsToView: others.slice(0, ALBUMS_TO_VIEW),
    uploadAlbum,
  };
}

const CALL_MS = 15_000;

/** Every call comes from another address, so that limits per address do not slow the drive down. */
export function visitorHeaders(token?: string): Record<string, string> {
  return { 'x-forwarded-for': randomIp(), ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

export function callShop<E extends EndpointShape>(
  site: string,
  endpoint: E,
  { token, ...call }: Call<E> & { token?: string } = {},
): Promise<Answer<E>> {
  const signal = AbortSignal.timeout(CALL_MS);
  return callSite(site, endpoint, call as Call<E>, { headers: visitorHeaders(token), signal });
}
