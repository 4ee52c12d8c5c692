import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { athleteEndpoints, MAX_ATHLETES } from '#contract/endpoints/athletes.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import {
  addReference,
  buildAthlete,
  buildMatch,
  buildSearchableAthlete,
  consent,
  holdAlbum,
  portrait,
} from '#server/testing/athletes.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { destroyUnusedFiles } from './erase-athlete.ts';
import { listEncryptedReferences } from './template-vault.ts';

// This app has no face engine; everything except face detection must work.
const testApp = startTestApp({ FACES: 'off' });
const { addAthlete, deleteAthlete, exportAthlete, findAthleteImages, giveConsent } = athleteEndpoints;
const { albumAthletes, listAthletes, withdrawConsent } = athleteEndpoints;

const listOf = async (token: string, query: object = {}) => testApp.call(listAthletes, { token, query });

describe('an athlete', () => {
  test('is added with a dated consent', async () => {
    const parent = await buildUser(testApp);
    onTestFinished(testApp.stopClock());
    const consentedAt = testApp.context.clock.now();
    const body = { name: 'Maya', team_name: 'Comets', consent };
    const added = await testApp.call(addAthlete, { token: parent.token, body });
    expect(added).toMatchObject({
      status: 200,
      body: {
        user: parent.id,
        name: 'Maya',
        team_name: 'Comets',
        deleted: false,
        consent_version: consent.version,
        consent_relation: 'guardian',
        user_athlete_reference_photos: [],
        matches_sure: 0,
      },
    });
    expect(new Date(added.body.consented_at ?? 0)).toEqual(consentedAt);
    expect((await listOf(parent.token)).body).toEqual([added.body]);
  });

  test.each([
    ['no consent', { name: 'Maya' }, 400],
    ['consent not given', { name: 'Maya', consent: { ...consent, given: false } }, 400],
    ['consent to an older text', { name: 'Maya', consent: { ...consent, version: '2020-01' } }, 409],
    ['no name', { name: ' ', consent }, 400],
    ['a name without end', { name: 'M'.repeat(121), consent }, 400],
    ['fields of which nobody knows', { name: 'Maya', consent, template: [1] }, 400],
  ])('with %s is refused', async (_what, body, status) => {
    const parent = await buildUser(testApp);
    expect(await testApp.call(addAthlete, { token: parent.token, body: body as never })).toMatchObject({
      status,
    });
    expect((await listOf(parent.token)).body).toEqual([]);
  });

  test('is limited to twenty per customer, also when many are added at once', async () => {
    const parent = await buildUser(testApp);
    const answers = await Promise.all(
      Array.from({ length: MAX_ATHLETES + 5 }, (_, i) =>
        testApp.call(addAthlete, { token: parent.token, body: { name: `Athlete ${i}`, consent } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_ATHLETES);
    expect(answers.filter(({ error }) => error?.code === 'too_many')).toHaveLength(5);
    expect((await listOf(parent.token)).body).toHaveLength(MAX_ATHLETES);
  });

  test('of another customer is not found by any call', async () => {
    const [parent, other] = [await buildUser(testApp), await buildUser(testApp)];
    const { id } = await buildAthlete(testApp, parent);
    const asOther = { token: other.token, params: { id } };
    const answers = await Promise.all([
      testApp.call(findAthleteImages, asOther),
      testApp.call(exportAthlete, asOther),
      testApp.call(withdrawConsent, asOther),
      testApp.call(giveConsent, { ...asOther, body: consent }),
      testApp.call(deleteAthlete, asOther),
    ]);
    for (const { status } of answers) expect(status).toBe(404);
    expect((await addReference(testApp, other, id, await portrait('maya'))).status).toBe(404);
    expect((await listOf(other.token, { user_eq: parent.id })).status).toBe(404);
    expect((await listOf(parent.token)).body[0]).toMatchObject({ id, consent_version: consent.version });
  });

  test('all athletes of a customer can be deleted at once, by the customer alone', async () => {
    const [parent, other] = [await buildUser(testApp), await buildUser(testApp)];
    for (const _ of [1, 2]) await buildAthlete(testApp, parent);
    const deleteAll = (token: string, query: { user_eq: number; deleted_eq?: 'false' }) =>
      testApp.call(athleteEndpoints.deleteAthletes, { token, query });
    expect((await deleteAll(other.token, { user_eq: parent.id })).status).toBe(404);
    expect(await deleteAll(parent.token, { user_eq: parent.id, deleted_eq: 'false' })).toMatchObject({
      status: 200,
      body: { deleted: 2 },
    });
    expect((await listOf(parent.token)).body).toEqual([]);
    expect((await listOf(parent.token, { deleted_eq: 'true' })).body).toHaveLength(2);
  });

  test('is shown to staff without the face, and the access is audited', async () => {
    const [parent, staff] = [
      await buildUser(testApp),
      await buildUser(testApp, { role: 'customer_support' }),
    ];
    const { id } = await buildAthlete(testApp, parent);
    await testApp.context.db
      .insertInto('athleteReferencePhotos')
      .values({
        athleteId: id,
        fileId: '00000000-0000-4000-8000-000000000001',
        encryptedTemplate: Buffer.from('encrypted'),
        createdAt: new Date(),
      })
      .execute();
    expect((await listOf(parent.token)).body[0]?.user_athlete_reference_photos[0]?.url).toMatch(/^\/api\//);
    const { body } = await listOf(staff.token, { user_eq: parent.id });
    expect(body).toMatchObject([{ id, name: 'Maya', user_athlete_reference_photos: [{ url: null }] }]);
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select(['action', 'subject'])
      .where('actorId', '=', staff.id)
      .execute();
    expect(audit).toEqual([{ action: 'athletes.read', subject: `user:${parent.id}` }]);
  });
});

describe('consent', () => {
  test('is recorded each time it is given or withdrawn', async () => {
    const parent = await buildUser(testApp);
    const { id } = await buildAthlete(testApp, parent);
    const call = { token: parent.token, params: { id } };
    expect((await testApp.call(withdrawConsent, call)).body).toMatchObject({ consented_at: null });
    const again = { ...call, device: 'language=es', body: { ...consent, relation: 'self' as const } };
    expect((await testApp.call(giveConsent, again)).body).toMatchObject({ consent_relation: 'self' });
    await testApp.call(giveConsent, again);
    const { body } = await testApp.call(exportAthlete, call);
    expect(body.consents).toMatchObject([
      { relation: 'guardian', language: 'en' },
      { relation: 'self', language: 'es', withdrawn_at: null },
    ]);
    expect(body.consents[0]?.withdrawn_at).not.toBeNull();
  });
});

describe('on a server without face matching', () => {
  test('the page is informed and reference photos are refused', async () => {
    const parent = await buildUser(testApp);
    const athlete = await buildAthlete(testApp, parent);
    expect(athlete.search).toMatchObject({
      is_available: false,
      is_running: false,
      albums_done: 0,
      albums_total: 0,
    });
    expect(await addReference(testApp, parent, athlete.id, await portrait('maya'))).toMatchObject({
      status: 503,
      error: { code: 'faces_unavailable' },
    });
    expect(await testApp.call(albumAthletes, { token: parent.token })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  test('an address that was never issued opens nothing', async () => {
    const forged = `1.zzzzzz.${'A'.repeat(32)}`;
    expect((await testApp.request({ url: `/api/reference-pictures/${forged}` })).status).toBe(404);
  });
});

test('what a process that died left of a face photo is destroyed later, and a saved photo stays', async () => {
  const { db, storage, faces } = testApp.context;
  const parent = await buildUser(testApp);
  const [saved] = await listEncryptedReferences(db, [await buildSearchableAthlete(testApp, parent)]);
  const { id } = await buildAthlete(testApp, parent);
  const { open } = faces;
  const { delete: remove, put } = storage;
  const box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
  const verdict = { ok: true, face: { box, crop: Buffer.alloc(1) } };
  const embed = async () => [Float32Array.of(1, 0)];
  faces.open = async () => ({ judgeReference: async () => verdict, embed }) as unknown as Faces;
  const die = async () => {
    throw new Error('the process died');
  };
  Object.assign(storage, {
    put: (key: string, data: Buffer) => (key.includes('photos') ? die() : put(key, data)),
    delete: die,
  });
  const added = await addReference(testApp, parent, id, await makePhoto());
  Object.assign(storage, { put, delete: remove });
  faces.open = open;
  expect(added.status).toBe(500);
  const { rows } = await sql<{ data: { fileIds: string[] } }>`select data from pgboss.job
    where name = 'athletes.destroy-files' and start_after > now() + interval '5 minutes'`.execute(db);
  const left = rows.flatMap(({ data }) => data.fileIds);
  const keyOf = (fileId = '') => storage.stat(`athletes/keys/${fileId}`);
  expect(left).toHaveLength(1);
  expect(await keyOf(left[0])).toBeDefined();
  await destroyUnusedFiles(testApp.context, [...left, saved?.fileId ?? '']);
  expect(await keyOf(left[0])).toBeUndefined();
  expect(await keyOf(saved?.fileId)).toBeDefined();
});

test('the photos of the newest event come first, however many there are of an older one', async () => {
  const parent = await buildUser(testApp);
  const eventOn = async (startDate: string) => (await buildEvent(testApp, { startDate })).id;
  const older = await buildAlbum(testApp, { eventId: await eventOn('2026-10-17') });
  const newer = await buildAlbum(testApp, {
    eventId: await eventOn('2026-11-14'),
    publishedAt: new Date('2020-01-01'),
  });
  for (const album of [older, newer]) await holdAlbum(testApp, parent, album);
  const { athleteId } = await buildMatch(testApp, parent, older);
  const others = [await buildMatch(testApp, parent, older), await buildMatch(testApp, parent, newer)];
  await testApp.context.db
    .updateTable('athleteMatches')
    .set({ athleteId })
    .where(
      'athleteId',
      'in',
      others.map((other) => other.athleteId),
    )
    .execute();
  const { body } = await testApp.call(findAthleteImages, { token: parent.token, params: { id: athleteId } });
  expect(body.albums.map(({ album, matches }) => [album.id, matches.length])).toEqual([
    [newer.id, 1],
    [older.id, 2],
  ]);
});
