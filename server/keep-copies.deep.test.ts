import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { albumScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { startApi } from './api.ts';
import { backUpSite, restoreSite } from './keep-copies.ts';
import { readConfig } from './platform/config/config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { createBackup } from './platform/operations/backup/create-backup.ts';
import { FILES, listBackups, TABLES } from './platform/operations/backup/manifest.ts';
import { restoreBackup } from './platform/operations/backup/restore-backup.ts';
import { writeRestoreMark } from './platform/operations/backup/restore-mark.ts';
import { createLog } from './platform/operations/log.ts';
import { buildImage } from './testing/catalogue-factories.ts';
import { buildUser, TEST_PASSWORD } from './testing/factories.ts';
import {
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from './testing/paying-app.ts';
import { databaseUrl, runOnServer } from './testing/postgres-for-tests.ts';
import { VERSION } from './version.ts';

const app = await startPayingApp();
const folder = mkdtempSync(join(tmpdir(), 'encore-copies-'));
chmodSync(folder, 0o755);
const target = join(folder, 'backups');
const ORIGINAL = Buffer.from('\xff\xd8\xff the original', 'latin1');
const log = createLog('silent');
const tell = () => undefined;

let buyer: Buyer;
let picture: string;

const site = () => ({ ...app.context.config, databaseUrl: app.url });
const backUp = (keep?: number) => backUpSite(site(), { target, keep, log: tell });
let existing: ReturnType<typeof backUp> | undefined;
/** For tests that need some backup and leave it as it is. */
const haveBackup = () => (existing ??= backUp());
const lostSite = (name: string) =>
  readConfig({
    ...{ NODE_ENV: 'test', SEED: 'none', FACES: 'off', LOG_LEVEL: 'silent', ROLE: 'api' },
    ...{ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: join(folder, name) },
  });

beforeAll(async () => {
  buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, album, { files: { original: ORIGINAL } });
  expect((await payForAlbum(app, buyer, album.id)).status).toBe(200);
  const grant = { folderUuid: album.uuid, userId: buyer.id, scope: albumScope(true) };
  const auth = issueImageToken(app.context, grant, 60);
  picture = `/api/images/${album.uuid}/${image.id}.original?auth=${auth}`;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sells albums with photos until it is told to stop, and returns the customers whose purchases were confirmed. */
function sellAlbums() {
  const sold: Buyer[] = [];
  let isOver = false;
  const selling = (async () => {
    for (;;) {
      const customer = await buildBuyer(app);
      const album = await buildViewedAlbum(app, customer);
      await buildImage(app, album);
      if ((await payForAlbum(app, customer, album.id)).status === 200) sold.push(customer);
      if (isOver) return;
      // Sales go on all the time, but leave the processor to the backup.
      await sleep(100);
    }
  })();
  return {
    sold,
    async stop() {
      isOver = true;
      await selling;
    },
  };
}

async function queryRestored<Row extends object>(dataDir: string, sql: string): Promise<Row[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log: tell, join: true });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

test('a lost folder comes back with everything that was confirmed before the backup, which ran during sales', async () => {
  const sales = sellAlbums();
  await expect.poll(() => sales.sold.length).toBeGreaterThan(1);
  const confirmed = [buyer, ...sales.sold];
  await haveBackup();
  await sales.stop();
  expect(sales.sold.length).toBeGreaterThan(confirmed.length - 1);

  const lost = lostSite('lost');
  const { manifest, warnings } = await restoreSite(lost, { source: target, replaces: false, log: tell }, log);
  expect(warnings).toEqual([]);

  const server = await startApi(lost, log);
  try {
    const { address } = server;
    for (const { token, email } of confirmed) {
      const me = await fetch(`${address}/api/users/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await me.json()).toMatchObject({ email });
    }
    const original = await fetch(`${address}${picture}`);
    expect(Buffer.from(await original.arrayBuffer())).toEqual(ORIGINAL);
    const login = await fetch(`${address}/api/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: buyer.email, password: TEST_PASSWORD }),
    });
    expect(login.status).toBe(200);

    const paid = await queryRestored<{ id: number }>(
      lost.dataDir,
      'select user_id as id from payment_attempts a join ledger_entries e on e.attempt_id = a.id',
    );
    const payers = new Set(paid.map(({ id }) => id));
    expect(confirmed.filter(({ id }) => !payers.has(id))).toEqual([]);
    const images = await queryRestored<{ key: string }>(
      lost.dataDir,
      `select encode(content_hash, 'hex') as key from images join entitlements using (album_id)
        where user_id in (${confirmed.map(({ id }) => id).join()})`,
    );
    expect(images).toHaveLength(confirmed.length);
    const stored = readdirSync(join(lost.dataDir, 'photos'), { recursive: true, encoding: 'utf8' });
    expect(images.filter(({ key }) => !stored.some((path) => path.includes(key)))).toEqual([]);
    // New rows must not get the numbers of old ones.
    const [next] = await queryRestored<{ isNew: boolean }>(
      lost.dataDir,
      `select nextval(pg_get_serial_sequence('users', 'id')) > max(id) as "isNew" from users`,
    );
    expect(next?.isNew).toBe(true);
    expect(manifest.tables.find(({ name }) => name === 'public.users')?.rows).toBeGreaterThan(
      confirmed.length - 1,
    );
  } finally {
    await server.stop();
  }
});

test('a second backup shares unchanged files with the first, and only the wanted number stays', async () => {
  const first = await backUp();
  await buildUser(app);
  const second = await backUp(2);
  const inodes = [first, second].map(({ folder }) => statSync(join(folder, FILES, 'image-secret')).ino);
  expect(inodes[0]).toBe(inodes[1]);
  expect((await listBackups(target)).complete).toHaveLength(2);
  const rows = [first, second].map(
    ({ manifest }) => manifest.tables.find(({ name }) => name === 'public.users')?.rows ?? 0,
  );
  expect(rows[1]).toBe((rows[0] ?? 0) + 1);
});

test('what a killed backup left is no backup, and the next one removes it', async () => {
  const left = join(target, '.unfinished-2026-01-01T00-00-00-000Z');
  mkdirSync(left, { recursive: true });
  await backUp();
  expect(existsSync(left)).toBe(false);
  const empty = join(folder, 'nothing');
  mkdirSync(join(empty, '.unfinished-2026-01-01T00-00-00-000Z'), { recursive: true });
  await expect(
    restoreSite(lostSite('never'), { source: empty, replaces: false, log: tell }, log),
  ).rejects.toThrow('There is no complete backup');
});

test('a damaged backup is refused before anything changes', async () => {
  const { folder: backup } = await backUp();
  const table = readdirSync(join(backup, TABLES))[3] ?? '';
  appendFileSync(join(backup, TABLES, table), 'x');
  const spared = lostSite('spared');
  await expect(restoreSite(spared, { source: backup, replaces: true, log: tell }, log)).rejects.toThrow(
    /The backup is damaged: .*has changed/,
  );
  expect(existsSync(spared.dataDir)).toBe(false);
  rmSync(backup, { recursive: true });
});

test('a folder in use is not overwritten, and a site does not start on half a restore', async () => {
  await haveBackup();
  const used = lostSite('used');
  mkdirSync(join(used.dataDir, 'photos'), { recursive: true });
  await expect(restoreSite(used, { source: target, replaces: false, log: tell }, log)).rejects.toThrow(
    /is in use.*--replace/,
  );
  expect(existsSync(join(used.dataDir, 'photos'))).toBe(true);

  await writeRestoreMark(used.dataDir, { step: 'filling', aside: 'before-now' });
  await expect(startApi(used, log)).rejects.toThrow(
    /^A restore of .* did not finish\. Run npm run restore again\.$/,
  );
});

describe("a restore into a database of one's own", () => {
  /** A site of one table and one file shows how a restore deals with what it finds. */
  const small = { dataDir: join(folder, 'small'), target: join(folder, 'small-backups') };
  const urlOf = (database: string) => databaseUrl(inject('postgresUrl'), database);
  const createEmpty = async (database: string) => {
    await runOnServer(inject('postgresUrl'), `drop database if exists ${database} with (force)`);
    await runOnServer(inject('postgresUrl'), `create database ${database}`);
    return urlOf(database);
  };
  const restore = (url: string, dataDir: string, replaces: boolean) =>
    restoreBackup({
      source: small.target,
      dataDir,
      databaseUrl: url,
      replaces,
      now: new Date(),
      log: tell,
    });
  const restoreInto = async (database: string, dataDir: string, replaces = false) =>
    restore(await createEmpty(database), dataDir, replaces);
  const dataDir = join(folder, 'own');
  const names = (path = dataDir) => readdirSync(path).toSorted();

  beforeAll(async () => {
    const url = await createEmpty('copies_small');
    await runOnServer(url, 'create table notes (id integer primary key)');
    for (const path of [small.dataDir, dataDir]) mkdirSync(path);
    writeFileSync(join(small.dataDir, 'image-secret'), 'a secret');
    const marks = { release: VERSION, bucket: undefined, keyMark: '', keep: undefined };
    await createBackup({ ...small, ...marks, databaseUrl: url, now: new Date(), log: tell });
  });
  afterAll(async () => {
    for (const name of ['copies_small', 'copies_own', 'copies_other']) {
      await runOnServer(inject('postgresUrl'), `drop database if exists ${name} with (force)`);
    }
  });

  test('that was killed is repeated without its leftovers', async () => {
    writeFileSync(join(dataDir, 'half'), '');
    await writeRestoreMark(dataDir, { step: 'filling', aside: 'before-1' });
    await restoreInto('copies_own', dataDir);
    expect(names()).toContain('image-secret');
    expect(names()).not.toContain('half');
    expect(names()).not.toContain('restore-unfinished');
  });

  test('refuses a database that has tables', async () => {
    await expect(restore(urlOf('copies_own'), dataDir, true)).rejects.toThrow('has tables already');
    expect(names()).toContain('image-secret');
  });

  test('keeps what it replaces, even if it was killed in between', async () => {
    writeFileSync(join(dataDir, 'mine'), '');
    const { asideFolders } = await restoreInto('copies_other', dataDir, true);
    expect(names(asideFolders[0])).toEqual(expect.arrayContaining(['image-secret', 'mine']));

    writeFileSync(join(dataDir, 'later'), '');
    await writeRestoreMark(dataDir, { step: 'setting-aside', aside: 'before-2' });
    await restoreInto('copies_other', dataDir);
    expect(names(join(dataDir, 'before-2'))).toContain('later');
    expect(names()).toContain('image-secret');
  });
});

test('a backup inside the data folder is refused', async () => {
  const inside = join(site().dataDir, 'backups');
  await expect(backUpSite(site(), { target: inside, keep: undefined, log: tell })).rejects.toThrow('outside');
});
