import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import {
  addReference,
  buildAthlete,
  buildPhoto,
  consent,
  groupPhoto,
  holdAlbum,
  portrait,
  searched,
} from '#server/testing/athletes.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { eraseUntouched } from './erase-athlete.ts';
import { matchAlbum } from './match-album.ts';

const testApp = startTestApp({ FACES: 'on' });
const { deleteAthlete, deleteReferencePhoto, exportAthlete, findAthleteImages, getReferencePhoto } =
  athleteEndpoints;
const { giveConsent, listAthletes, withdrawConsent } = athleteEndpoints;
const TIMEOUT_MS = 150_000;

let parent: TestUser;
let album: TestAlbum;

const asParent = (id: number) => ({ token: parent.token, params: { id } });

beforeAll(async () => {
  parent = await buildUser(testApp);
  album = await buildAlbum(testApp);
  await buildPhoto(testApp, album, await groupPhoto('maya', 'stranger'));
  await holdAlbum(testApp, parent, album);
});

/** Every row of every table, including the queue's, as text with bytes in hexadecimal. */
async function dumpDatabase(): Promise<string> {
  const { db } = testApp.context;
  const plain = db.withoutPlugins();
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(plain);
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(
        plain,
      );
      return rows.map(({ line }) => line).join('\n');
    }),
  );
  return dumps.join('\n');
}

async function readDataFolder(): Promise<Buffer[]> {
  const entries = await readdir(testApp.context.config.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
}

/** Covers every format in which a template could have been written. */
function writingsOf(numbers: number[]): Buffer[] {
  const some = numbers.slice(4, 12);
  const bytes = Buffer.from(Float32Array.from(some).buffer);
  const doubles = Buffer.from(Float64Array.from(some).buffer);
  const texts = [
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, 40),
    doubles.toString('hex'),
    some.slice(0, 2).join(','),
    ...some.map((number) => String(number)),
    ...some.map((number) => number.toPrecision(7)),
  ];
  return [bytes, doubles, ...texts.map((text) => Buffer.from(text))];
}

const readDatabaseTime = async () => {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(testApp.context.db);
  return rows[0]?.now ?? '';
};

/**
 * Searches PostgreSQL's data files and write-ahead log, where deleted rows remain for a while. Files of the log that were
 * last written before the template was made are left out, because other tests fill hundreds of megabytes of it.
 */
async function isInDatabaseFiles(writings: Buffer[], since: string): Promise<boolean> {
  const db = testApp.context.db.withoutPlugins();
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ places: number }>`
    with files as (
      select 'base/' || d.oid || '/' || f.name as path
      from pg_database d, pg_ls_dir('base/' || d.oid) as f(name)
      where d.datname = current_database() and f.name ~ '^[0-9]'
      union all
      select 'pg_wal/' || name from pg_ls_waldir() where modification >= date_trunc('second', ${since}::timestamptz)
    ), contents as materialized (
      select coalesce(pg_read_binary_file(path, 0, 1000000000, true), '') as content from files
    )
    select count(*)::integer as places from contents, unnest(${writings}::bytea[]) writing
    where position(writing in content) > 0`.execute(db);
  return (rows[0]?.places ?? 0) > 0;
}

async function isKept(writings: Buffer[]): Promise<boolean> {
  const places = [Buffer.from(await dumpDatabase()), ...(await readDataFolder())];
  return places.some((place) => writings.some((writing) => place.includes(writing)));
}

async function buildRecognized() {
  const { id } = await buildAthlete(testApp, parent);
  const { body: photo } = await addReference(testApp, parent, id, await portrait('maya'));
  await searched(testApp, parent, id);
  const { body } = await testApp.call(exportAthlete, asParent(id));
  const { fileId, encryptedTemplate } = await testApp.context.db
    .selectFrom('athleteReferencePhotos')
    .select(['fileId', 'encryptedTemplate'])
    .where('id', '=', photo.id)
    .executeTakeFirstOrThrow();
  const key = (await testApp.context.storage.read(`athletes/keys/${fileId}`)) as Buffer;
  return { id, photo, exported: body, encrypted: encryptedTemplate as Buffer, key, fileId };
}

async function countRows(athleteId: number) {
  const { rows } = await sql<{ matches: number; scans: number; templates: number }>`
    select
      (select count(*)::integer from athlete_matches where athlete_id = ${athleteId}) as matches,
      (select count(*)::integer from athlete_album_scans where athlete_id = ${athleteId}) as scans,
      (select count(encrypted_template)::integer from athlete_reference_photos
        where athlete_id = ${athleteId}) as templates`.execute(testApp.context.db);
  return rows[0];
}

describe('a template', () => {
  test(
    'is stored only encrypted and cannot be read after consent is withdrawn',
    async () => {
      const since = await readDatabaseTime();
      const { id, photo, exported, encrypted, key, fileId } = await buildRecognized();
      expect(exported).toMatchObject({ athlete: { matches_sure: 1 }, consents: [{ withdrawn_at: null }] });
      const [template] = exported.template ?? [];
      expect(template).toHaveLength(128);
      const writings = writingsOf(template ?? []);
      expect(await isKept(writings)).toBe(false);
      // This proves that the scan works: it finds the encrypted template and its key.
      const traces = [Buffer.from(encrypted.toString('hex')), key];
      expect(await isKept([traces[0] as Buffer])).toBe(true);
      expect(await isKept([traces[1] as Buffer])).toBe(true);
      expect(await isInDatabaseFiles([encrypted], since)).toBe(true);
      const picture = await testApp.request({ url: photo.url ?? '' });
      expect(picture.status).toBe(200);

      const { status, body } = await testApp.call(withdrawConsent, asParent(id));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: 'Maya',
        deleted: false,
        consented_at: null,
        user_athlete_reference_photos: [],
        matches_sure: 0,
      });
      expect(await isKept([...writings, ...traces])).toBe(false);
      // An encrypted copy may remain in these files, but never its key or the plain template.
      expect(await isInDatabaseFiles([...writings.slice(0, 2), key], since)).toBe(false);
      expect(await testApp.context.storage.stat(`athletes/photos/${fileId}`)).toBeUndefined();
      expect(await countRows(id)).toEqual({ matches: 0, scans: 0, templates: 0 });
      expect((await testApp.request({ url: photo.url ?? '' })).status).toBe(404);
      expect((await testApp.call(getReferencePhoto, asParent(photo.id))).body).toMatchObject({
        deleted: true,
        url: null,
      });
      const after = await testApp.call(exportAthlete, asParent(id));
      expect(after.body).toMatchObject({
        template: null,
        matches: [],
        consents: [{ version: consent.version }],
      });
      expect(after.body.consents[0]?.withdrawn_at).not.toBeNull();
    },
    TIMEOUT_MS,
  );

  test(
    'is destroyed with its athlete; the name and the dates stay',
    async () => {
      const { id, encrypted, key } = await buildRecognized();
      expect(await testApp.call(deleteAthlete, asParent(id))).toMatchObject({ status: 200 });
      expect(await isKept([Buffer.from(encrypted.toString('hex')), key])).toBe(false);
      expect(await countRows(id)).toEqual({ matches: 0, scans: 0, templates: 0 });
      expect(await testApp.call(findAthleteImages, asParent(id))).toMatchObject({ status: 404 });
      const listed = async (deleted_eq: 'true' | 'false') =>
        (await testApp.call(listAthletes, { token: parent.token, query: { deleted_eq } })).body;
      expect((await listed('false')).map((athlete) => athlete.id)).not.toContain(id);
      expect((await listed('true')).find((athlete) => athlete.id === id)).toMatchObject({
        name: 'Maya',
        deleted: true,
        consented_at: null,
      });
    },
    TIMEOUT_MS,
  );

  test(
    'is destroyed with its photo, together with its matches',
    async () => {
      const { id, photo, encrypted, key } = await buildRecognized();
      expect(await testApp.call(deleteReferencePhoto, asParent(photo.id))).toMatchObject({ status: 200 });
      expect(await isKept([Buffer.from(encrypted.toString('hex')), key])).toBe(false);
      expect(await countRows(id)).toEqual({ matches: 0, scans: 0, templates: 0 });
      expect(await testApp.call(deleteReferencePhoto, asParent(photo.id))).toMatchObject({ status: 404 });
    },
    TIMEOUT_MS,
  );

  test(
    'leaves no match when consent is withdrawn during a search',
    async () => {
      const { id } = await buildAthlete(testApp, parent);
      await addReference(testApp, parent, id, await portrait('maya'));
      const search = matchAlbum({ ...testApp.context, purchases }, album.id, new AbortController().signal);
      await testApp.call(withdrawConsent, asParent(id));
      await search;
      expect(await countRows(id)).toEqual({ matches: 0, scans: 0, templates: 0 });
    },
    TIMEOUT_MS,
  );

  test(
    'can be created again after new consent',
    async () => {
      const { id } = await buildAthlete(testApp, parent);
      await testApp.call(withdrawConsent, asParent(id));
      const picture = await portrait('maya');
      expect(await addReference(testApp, parent, id, picture)).toMatchObject({
        status: 409,
        error: { code: 'consent_needed' },
      });
      expect((await testApp.call(giveConsent, { ...asParent(id), body: consent })).status).toBe(200);
      expect(await addReference(testApp, parent, id, picture)).toMatchObject({ status: 200 });
      expect(await searched(testApp, parent, id)).toMatchObject({ matches_sure: 1 });
    },
    TIMEOUT_MS,
  );

  test(
    'is destroyed after three years without use',
    async () => {
      const [forgotten, remembered] = [await buildRecognized(), await buildRecognized()];
      const twoYears = 2 * 365 * 24 * 60;
      testApp.advanceMinutes(twoYears);
      parent = { ...parent, token: await newToken() };
      await testApp.call(findAthleteImages, asParent(remembered.id));
      await eraseUntouched(testApp.context);
      expect(await countRows(forgotten.id)).toMatchObject({ templates: 1 });
      testApp.advanceMinutes(twoYears);
      await eraseUntouched(testApp.context);
      expect(await countRows(forgotten.id)).toEqual({ matches: 0, scans: 0, templates: 0 });
      expect(await isKept([forgotten.key])).toBe(false);
      expect(await countRows(remembered.id)).toMatchObject({ matches: 1, templates: 1 });
    },
    TIMEOUT_MS,
  );
});

/** Logs in again, because sessions do not last for years. */
async function newToken(): Promise<string> {
  return startSession(testApp.context, parent.id, { ip: '127.0.0.1', userAgent: 'test' });
}
