import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { findBoxesToCover, findFaceImage, readCrops } from '#server/modules/images/image-faces.ts';
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
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { eraseUntouched } from './erase-athlete.ts';
import { hasMatchIn } from './find-matches.ts';
import { searchPhoto } from './match-album.ts';

const testApp = startTestApp({ FACES: 'on' });
const {
  addAthlete,
  albumAthletes,
  athletesInAlbum,
  findAthleteImages,
  giveConsent,
  listAthletes,
  withdrawConsent,
} = athleteEndpoints;
const TIMEOUT_MS = 150_000;
const YEAR_MINUTES = 366 * 24 * 60;

let parent: TestUser;
let maya: number;
let album: TestAlbum;

const change = async (body: object) => {
  const { token } = await buildUser(testApp, { role: 'super' });
  const answer = await testApp.call(settingsEndpoints.changeSettings, { token, body });
  expect(answer.status).toBe(200);
};
const look = async () =>
  (await testApp.call(findAthleteImages, { token: parent.token, params: { id: maya } })).body;
const countTemplates = async (athleteId: number) => {
  const { total } = await testApp.context.db
    .selectFrom('athleteReferencePhotos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('athleteId', '=', athleteId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
};

beforeAll(async () => {
  parent = await buildUser(testApp);
  album = await buildAlbum(testApp);
  await buildPhoto(testApp, album, await groupPhoto('mayaLater'));
  await holdAlbum(testApp, parent, album);
  maya = (await buildAthlete(testApp, parent)).id;
  await addReference(testApp, parent, maya, await portrait('maya'));
  await searched(testApp, parent, maya);
}, TIMEOUT_MS);

describe('face matching that is off', () => {
  beforeAll(() => change({ face_matching: false }));

  test('shows no matches, and the site facts say that it is off', async () => {
    expect((await testApp.call(siteEndpoints.getSite)).body.face_matching).toBe(false);
    const { athlete, albums } = await look();
    expect(albums).toEqual([]);
    expect(athlete).toMatchObject({ matches_sure: 0, search: { is_available: false, is_running: false } });
    const asParent = { token: parent.token };
    expect((await testApp.call(albumAthletes, asParent)).body).toEqual([]);
    const inAlbum = await testApp.call(athletesInAlbum, { ...asParent, params: { id: album.id } });
    expect(inAlbum).toMatchObject({ status: 200, body: [] });
    expect(await hasMatchIn(testApp.context, parent.id, [album.id])).toEqual(new Set());
  });

  test(
    'still finds where faces are, so that they can be covered, and keeps no pictures of them',
    async () => {
      const { context } = testApp;
      const image = await buildPhoto(testApp, album, await groupPhoto('stranger'));
      await searchPhoto({ ...context, purchases }, image.id);
      expect(await findBoxesToCover(context.db, { id: image.id, rotation: 0 })).not.toBeNull();
      const found = await findFaceImage(context.db, image.id);
      expect(found?.faces).toHaveLength(1);
      expect(found && (await readCrops(context, found))).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  test('accepts no photo and no consent', async () => {
    const refused = { status: 503, error: { code: 'faces_unavailable' } };
    expect(await addReference(testApp, parent, maya, await portrait('maya'))).toMatchObject(refused);
    const { token } = parent;
    expect(await testApp.call(addAthlete, { token, body: { name: 'Nora', consent } })).toMatchObject(refused);
    expect(await testApp.call(giveConsent, { token, params: { id: maya }, body: consent })).toMatchObject(
      refused,
    );
  });

  test('keeps stored data, which its owner can still destroy', async () => {
    await change({ face_matching: true });
    const nora = (await buildAthlete(testApp, parent, 'Nora')).id;
    await addReference(testApp, parent, nora, await portrait('nora'));
    await change({ face_matching: false });
    expect(await countTemplates(nora)).toBe(1);
    await testApp.call(withdrawConsent, { token: parent.token, params: { id: nora } });
    expect(await countTemplates(nora)).toBe(0);
    expect(await countTemplates(maya)).toBe(1);
  });

  test(
    'catches up with new photos once it is on again',
    async () => {
      await buildPhoto(testApp, album, await groupPhoto('maya', 'stranger'));
      await change({ face_matching: true });
      expect(await searched(testApp, parent, maya)).toMatchObject({ matches_sure: 2 });
      expect((await look()).albums).toHaveLength(1);
      expect(await hasMatchIn(testApp.context, parent.id, [album.id])).toEqual(new Set([album.id]));
    },
    TIMEOUT_MS,
  );
});

test('a search that ends while its athlete is read is not shown as done with the matches of before', async () => {
  const { db, clock } = testApp.context;
  // A search left over from before would count as the one who waits, and write its own list of pictures.
  await eventually(async () => {
    const { rows } = await sql`select from pgboss.job where name like 'athletes.%'
      and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`.execute(db);
    return rows.length === 0 || undefined;
  }, 'the searches to be over');
  const before = (await look()).athlete.matches_sure;
  const { id: imageId } = await buildPhoto(
    testApp,
    album,
    Buffer.from('\xff\xd8\xff another frame', 'latin1'),
  );
  const asked = await db.transaction().execute(async (trx) => {
    await sql`lock table athlete_album_scans in access exclusive mode`.execute(trx);
    const asking = testApp.call(listAthletes, { token: parent.token, query: {} });
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'athlete_album_scans'::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
      return rows.length > 0 || undefined;
    }, 'somebody who waits for the searches');
    const box = JSON.stringify({ x: 0.4, y: 0.2, width: 0.1, height: 0.2 });
    const match = { athleteId: maya, imageId, score: 0.9, box, isCloseUp: true, createdAt: clock.now() };
    await trx.insertInto('athleteMatches').values(match).execute();
    await trx
      .updateTable('athleteAlbumScans')
      .set({ scannedImages: sql`array_append(scanned_images, ${imageId}::bigint)` })
      .where('athleteId', '=', maya)
      .execute();
    return { asking };
  });
  const { body } = await asked.asking;
  expect(body.find(({ id }) => id === maya)).toMatchObject({
    matches_sure: before + 1,
    search: { is_running: false },
  });
});

describe('the lifetime of a template', () => {
  test('is part of the consent: a longer one needs new consent, a shorter one does not', async () => {
    await change({ template_life_years: 2 });
    const { token } = parent;
    const add = (version: string) =>
      testApp.call(addAthlete, { token, body: { name: 'Ida', consent: { ...consent, version } } });
    expect(await addReference(testApp, parent, maya, await portrait('maya'))).toMatchObject({ status: 200 });
    expect(await add(consentVersion(3))).toMatchObject({ status: 409, error: { code: 'consent_needed' } });
    expect(await add(consentVersion(2))).toMatchObject({
      status: 200,
      body: { consent_version: '2026-11b-2y' },
    });
    await change({ template_life_years: 5 });
    expect(await addReference(testApp, parent, maya, await portrait('maya'))).toMatchObject({
      status: 409,
      error: { code: 'consent_needed' },
    });
  });

  test(
    'follows the setting but never exceeds what was consented to',
    async () => {
      await change({ template_life_years: 5 });
      const longer = await testApp.call(addAthlete, {
        token: parent.token,
        body: { name: 'Liv', consent: { ...consent, version: consentVersion(5) } },
      });
      await addReference(testApp, parent, longer.body.id, await portrait('nora'));
      testApp.advanceMinutes(2.5 * YEAR_MINUTES);
      parent = {
        ...parent,
        token: await startSession(testApp.context, parent.id, { ip: '127.0.0.1', userAgent: 'test' }),
      };
      await eraseUntouched(testApp.context);
      expect([await countTemplates(maya), await countTemplates(longer.body.id)]).toEqual([2, 1]);
      testApp.advanceMinutes(YEAR_MINUTES);
      await eraseUntouched(testApp.context);
      expect([await countTemplates(maya), await countTemplates(longer.body.id)]).toEqual([0, 1]);
      await change({ template_life_years: 2 });
      await eraseUntouched(testApp.context);
      expect(await countTemplates(longer.body.id)).toBe(0);
    },
    TIMEOUT_MS,
  );
});
