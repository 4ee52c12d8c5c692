import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { DEMO_PASSWORD } from '#server/demo/demo-customers.ts';
import type { Database } from '#server/platform/database.ts';
import { type Attacker, createAttacker, PASSWORD, register } from '../../attack/attacker.ts';
import { listPhotographed, openAlbum, type PublishedAlbum } from '../../attack/buyer.ts';
import { prepareUpload } from '../../chaos/drive/send-upload.ts';
import { waitUntil } from '../../chaos/wait.ts';
import { inParallel, makeCameraPhotos } from '../camera-photos.ts';
import { fillPhotos } from '../photos-seed.ts';
import { processorSeconds } from '../processor-time.ts';
import type { Cost, Measured } from './model.ts';

const PEOPLE = 40;
const ALBUMS = 5;
const FRAMES = 16;
const FILL_PER_ALBUM = 400;
const SETTLE_MS = 1_500;

export type Site = {
  address: string;
  db: Database;
  shopPid: number;
  databasePid: number;
  /** Returns the bytes of all thumbs and previews. */
  countBytes(): number;
};

type Person = Attacker & { email: string };

export async function measureCosts(site: Site): Promise<Measured> {
  const { address, db } = site;
  const visitor = createAttacker({ address });
  await register(visitor);
  let albums: PublishedAlbum[] = [];
  await waitUntil('the demo photos', 300, async () => {
    albums = (await listPhotographed(visitor)).slice(0, ALBUMS);
    return albums.length === ALBUMS && (await isIdle(db));
  });
  await waitUntil('the site has nothing left to do', 400, () => isCalm(site));
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const person = createAttacker({ address });
    const email = await register(person);
    people.push(Object.assign(person, { email }));
  }
  const cost = (work: () => Promise<number>) => costOf(site, work);

  const login = await cost(async () => {
    await inParallel(people, ({ email, call }) =>
      call(accountEndpoints.logIn, { body: { identifier: email, password: PASSWORD } }),
    );
    return people.length;
  });
  const views: { album: PublishedAlbum; ids: number[]; auth: string; person: Person }[] = [];
  const pairs = people.flatMap((person) => albums.map((album) => ({ person, album })));
  const view = await cost(async () => {
    await inParallel(pairs, async ({ person, album }) => {
      const opened = await openAlbum(person, album);
      views.push({ person, album, ids: opened.images.map(({ id }) => id), auth: opened.temp_jwt });
    });
    return pairs.length;
  });
  const home = await repeat(cost, people, 8, ({ call }) => call(foundAlbumEndpoints.myAlbums));
  const album = await repeat(cost, pairs, 2, ({ person, album: { id } }) =>
    person.call(catalogueEndpoints.getAlbum, { params: { id } }),
  );
  const shown = { thumb: 0, preview: 0 };
  const fetchPictures = (variant: 'thumb' | 'preview', perView: number) => {
    const paths = views.flatMap(({ person, album: { uuid }, ids, auth }) =>
      ids
        .slice(0, perView)
        .map((id) => ({ person, path: `/api/images/${uuid}/${id}.${variant}?auth=${auth}` })),
    );
    return cost(async () => {
      let bytes = 0;
      await inParallel(paths, async ({ person, path }) => {
        const response = await person.fetch(path);
        if (!response.ok) throw new Error(`a ${variant} was not shown: ${response.status}`);
        bytes += (await response.arrayBuffer()).byteLength;
      });
      shown[variant] = bytes / paths.length;
      return paths.length;
    });
  };
  // The first pictures warm up the process.
  await fetchPictures('thumb', 10);
  const thumb = await fetchPictures('thumb', 20);
  const preview = await fetchPictures('preview', 8);
  const purchase = await cost(async () => {
    await inParallel(people, (person) => buy(person, albums[0]));
    return people.length;
  });
  const bytesBefore = site.countBytes();
  const frame = await measureFrames(site, albums[0]);
  const renditionBytesPerFrame = (site.countBytes() - bytesBefore) / FRAMES;
  await sql`truncate frame_counts`.execute(db);
  await fillPhotos(db, { perAlbum: FILL_PER_ALBUM });
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('images')::float / (select count(*) from images) as bytes`.execute(db);
  return {
    login,
    home,
    album,
    view,
    thumb,
    preview,
    purchase,
    frame,
    renditionBytesPerFrame,
    renditionBytes: shown,
    bytesPerFrameInDatabase: rows[0]?.bytes ?? 0,
  };
}

/** Reads the processor time around the work, which returns how often it did the thing. */
async function costOf({ shopPid, databasePid }: Site, work: () => Promise<number>): Promise<Cost> {
  const read = () => ({ shop: processorSeconds(shopPid), database: processorSeconds(databasePid) });
  const before = read();
  const count = await work();
  await sleep(SETTLE_MS);
  const after = read();
  return {
    shop: (after.shop - before.shop) / count,
    database: (after.database - before.database) / count,
  };
}

const WATCH_MS = 3_000;
const CALM_CORES = 0.05;

/** Work in the background, such as filling the demo, would be counted as the cost of calls. */
async function isCalm({ shopPid, databasePid }: Site): Promise<boolean> {
  const read = () => processorSeconds(shopPid) + processorSeconds(databasePid);
  const before = read();
  await sleep(WATCH_MS);
  return (read() - before) / (WATCH_MS / 1000) < CALM_CORES;
}

function repeat<T>(
  cost: (work: () => Promise<number>) => Promise<Cost>,
  items: T[],
  times: number,
  call: (item: T) => Promise<{ status: number }>,
): Promise<Cost> {
  return cost(async () => {
    for (let round = 0; round < times; round++) {
      await inParallel(items, async (item) => {
        const { status } = await call(item);
        if (status !== 200) throw new Error(`a call failed: ${status}`);
      });
    }
    return items.length * times;
  });
}

async function buy({ call }: Person, album: PublishedAlbum | undefined): Promise<void> {
  const albumId = album?.id ?? 0;
  const card = await call(paymentEndpoints.addPaymentMethod, { body: { token: 'pm_card_visa' } });
  const quote = await call(paymentEndpoints.quotePayment, { body: { albumId } });
  const body = { albumId, paymentMethodId: card.body.id, amount: quote.body.total, facial: false };
  const paid = await call(paymentEndpoints.payForAlbum, { body });
  if (paid.status !== 200) throw new Error(`a purchase failed: ${paid.status} ${paid.code}`);
}

/** Uploads photos of 24 megapixels and waits until they are developed and their faces are found. */
async function measureFrames(site: Site, album: PublishedAlbum | undefined): Promise<Cost> {
  const { address, db } = site;
  const staff = createAttacker({ address });
  const login = await staff.call(accountEndpoints.logIn, {
    body: { identifier: 'super@encore.test', password: DEMO_PASSWORD },
  });
  if (login.status !== 200) throw new Error(`staff could not log in: ${login.status} ${login.code}`);
  const folder = mkdtempSync(join(tmpdir(), 'encore-frames-'));
  try {
    const files = await makeCameraPhotos(folder, FRAMES);
    return await costOf(site, async () => {
      for (const file of files) {
        const photo = {
          name: basename(file),
          bytes: await readFile(file),
          eventId: album?.event ?? 0,
          albumId: album?.id ?? 0,
        };
        const failure = await prepareUpload(address, login.body.jwt, photo)();
        if (failure) throw new Error(`an upload failed: ${failure}`);
      }
      await waitUntil('every frame was developed', 240, () => isIdle(db));
      return files.length;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isIdle(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pgboss.job where (name like 'ingest.%' or name like 'athletes.%' or name like 'images.%')
      and state in ('created', 'retry', 'active') and start_after <= now() limit 1`.execute(db);
  return rows.length === 0;
}
