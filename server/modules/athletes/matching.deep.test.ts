import { beforeAll, describe, expect, test } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inTransaction } from '#server/context.ts';
import { derivativeKey, faceCropsKey } from '#server/modules/images/image-keys.ts';
import { withholdImage } from '#server/modules/images/image-records.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import {
  addReference,
  buildAthlete,
  buildPhoto,
  groupPhoto,
  holdAlbum,
  portrait,
  searched,
} from '#server/testing/athletes.ts';
import { buildAlbum, buildEvent, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { hasMatchIn } from './find-matches.ts';
import { matchAlbum } from './match-album.ts';

const testApp = startTestApp({ FACES: 'on' });
const { albumAthletes, athletesInAlbum, decideMatch, findAthleteImages } = athleteEndpoints;
const TIMEOUT_MS = 150_000;

let parent: TestUser;
let maya: number;
let album: TestAlbum;
let other: TestAlbum;
let images: { alone: number; group: number; strangers: number; elsewhere: number };

const look = async (athleteId = maya, user = parent) =>
  (await testApp.call(findAthleteImages, { token: user.token, params: { id: athleteId } })).body;
const shown = async () =>
  (await look()).albums.flatMap(({ album: { id }, matches }) =>
    matches.map(({ image, certainty, decision }) => ({ album: id, image: image.id, certainty, decision })),
  );
const rescan = (albumId: number) =>
  matchAlbum({ ...testApp.context, purchases }, albumId, new AbortController().signal);
const forgetScans = () => testApp.context.db.deleteFrom('athleteAlbumScans').execute();

beforeAll(async () => {
  parent = await buildUser(testApp);
  [album, other] = [await buildAlbum(testApp), await buildAlbum(testApp)];
  const notHeld = await buildAlbum(testApp);
  images = {
    alone: (await buildPhoto(testApp, album, await groupPhoto('mayaLater'))).id,
    group: (await buildPhoto(testApp, album, await groupPhoto('stranger', 'maya', 'nora'))).id,
    strangers: (await buildPhoto(testApp, album, await groupPhoto('stranger', 'otherStranger'))).id,
    elsewhere: (await buildPhoto(testApp, other, await groupPhoto('mayaLater'))).id,
  };
  await buildPhoto(testApp, notHeld, await groupPhoto('maya'));
  await holdAlbum(testApp, parent, album);
  await holdAlbum(testApp, parent, other);
  maya = (await buildAthlete(testApp, parent)).id;
  const added = await addReference(testApp, parent, maya, await portrait('maya'));
  expect(added).toMatchObject({ status: 200, body: { user_athlete: maya, deleted: false } });
  await searched(testApp, parent, maya);
}, TIMEOUT_MS);

describe('a search', () => {
  test('finds the athlete only in held albums, the album with more photos first', async () => {
    const { athlete, albums } = await look();
    expect(athlete).toMatchObject({
      matches_sure: 3,
      matches_maybe: 0,
      search: { is_available: true, is_running: false, albums_done: 2, albums_total: 2 },
    });
    expect(albums.map((found) => found.album.id)).toEqual([album.id, other.id]);
    expect(albums[0]?.matches.map(({ image }) => image.id)).toEqual([images.group, images.alone]);
    const [best] = albums[0]?.matches ?? [];
    expect(best).toMatchObject({ certainty: 'sure', decision: null, owned: false, is_close_up: true });
    expect(best?.box.x).toBeGreaterThan(290 / 900);
    expect(best?.box.x).toBeLessThan(580 / 900);
  });

  test('opens only the thumbs of its matches', async () => {
    const { auth } = (await look()).albums[0] ?? { auth: '' };
    const open = (name: string) =>
      testApp.request({ url: `/api/images/${album.uuid}/${name}`, query: { auth } });
    const { storage } = testApp.context;
    await storage.put(derivativeKey(album.uuid, images.alone, 'thumb'), Buffer.from('a thumb'));
    expect(await open(`${images.alone}.thumb`)).toMatchObject({ status: 200, text: 'a thumb' });
    expect((await open(`${images.strangers}.thumb`)).status).toBe(403);
    expect((await open(`${images.alone}.preview`)).status).toBe(403);
  });

  test('opens photos that the customer owns without the watermark', async () => {
    expect((await look()).albums[0]?.owned_auth).toBeNull();
    const { id } = await buildEntitlement(testApp, parent, album, { imageId: images.alone });
    const [entry] = (await look()).albums;
    expect(entry?.matches.filter(({ owned }) => owned).map(({ image }) => image.id)).toEqual([images.alone]);
    const { storage, db } = testApp.context;
    await storage.put(derivativeKey(album.uuid, images.alone, 'clean-thumb'), Buffer.from('a clean thumb'));
    const open = (imageId: number) =>
      testApp.request({
        url: `/api/images/${album.uuid}/${imageId}.thumb`,
        query: { auth: entry?.owned_auth ?? '' },
      });
    expect(await open(images.alone)).toMatchObject({ status: 200, text: 'a clean thumb' });
    expect((await open(images.group)).status).toBe(403);
    await db.deleteFrom('entitlements').where('id', '=', id).execute();
  });

  test('stores face positions and crops but no templates of people in photos', async () => {
    const image = await testApp.context.db
      .selectFrom('images')
      .select(['faces', 'facesAt', 'eventId'])
      .where('id', '=', images.group)
      .executeTakeFirstOrThrow();
    expect(image.facesAt).not.toBeNull();
    const faces = image.faces as Record<string, unknown>[];
    expect(faces).toHaveLength(3);
    for (const face of faces) {
      expect(Object.keys(face).sort()).toEqual(['box', 'confidence', 'landmarks', 'quality']);
    }
    expect(await testApp.context.storage.stat(faceCropsKey(image.eventId, images.group))).toBeDefined();
  });

  test('provides counts for album cards and images for the viewer', async () => {
    const cards = await testApp.call(albumAthletes, { token: parent.token });
    expect(cards.body).toEqual([
      { album: album.id, athlete: maya, name: 'Maya', photos: 2, close_ups: 2 },
      { album: other.id, athlete: maya, name: 'Maya', photos: 1, close_ups: 1 },
    ]);
    const viewer = await testApp.call(athletesInAlbum, { token: parent.token, params: { id: album.id } });
    expect(viewer.body).toMatchObject([
      { athlete: maya, images: [{ image: images.group, certainty: 'sure' }, { image: images.alone }] },
    ]);
    const stranger = await buildUser(testApp);
    expect(
      await testApp.call(athletesInAlbum, { token: stranger.token, params: { id: album.id } }),
    ).toMatchObject({ status: 404 });
    expect(await hasMatchIn(testApp.context, parent.id, [album.id, 999])).toEqual(new Set([album.id]));
    expect(await hasMatchIn(testApp.context, stranger.id, [album.id])).toEqual(new Set());
  });

  test(
    'that runs twice at the same time finds the same matches',
    async () => {
      const before = await shown();
      await forgetScans();
      await Promise.all([rescan(album.id), rescan(album.id), rescan(other.id)]);
      expect(await shown()).toEqual(before);
      expect((await look()).athlete.search).toMatchObject({ albums_done: 2, is_running: false });
    },
    TIMEOUT_MS,
  );

  test(
    'detects faces again if their crops are lost',
    async () => {
      const { storage } = testApp.context;
      const key = faceCropsKey(album.eventId, images.alone);
      await storage.delete(key);
      await forgetScans();
      await rescan(album.id);
      expect(await storage.stat(key)).toBeDefined();
      await rescan(other.id);
      expect((await look()).athlete.matches_sure).toBe(3);
    },
    TIMEOUT_MS,
  );
});

describe('a decision', () => {
  const decide = (image: number, decision: 'confirmed' | 'rejected' | null, user = parent) =>
    testApp.call(decideMatch, { token: user.token, params: { id: maya }, body: { image, decision } });

  test(
    '"not my athlete" survives every later search, and can be taken back',
    async () => {
      expect(await decide(images.alone, 'rejected')).toMatchObject({ status: 200 });
      await forgetScans();
      await rescan(album.id);
      await rescan(other.id);
      expect((await shown()).find(({ image }) => image === images.alone)).toMatchObject({
        decision: 'rejected',
      });
      const { athlete, albums } = await look();
      expect(athlete.matches_sure).toBe(2);
      expect(albums.find(({ album: { id } }) => id === album.id)?.matches.at(-1)?.image.id).toBe(
        images.alone,
      );
      expect(await decide(images.alone, null)).toMatchObject({ status: 200 });
      expect((await look()).athlete.matches_sure).toBe(3);
    },
    TIMEOUT_MS,
  );

  test("is allowed only for matches of one's own athlete", async () => {
    expect(await decide(images.strangers, 'confirmed')).toMatchObject({ status: 404 });
    expect(await decide(images.alone, 'rejected', await buildUser(testApp))).toMatchObject({ status: 404 });
  });
});

describe('a change', () => {
  test(
    'searches an album found later and notifies the customer',
    async () => {
      const event = await buildEvent(testApp, { startDate: new Date().toISOString().slice(0, 10) });
      const found = await buildAlbum(testApp, { programName: 'Found Later', eventId: event.id });
      const image = await buildPhoto(testApp, found, await groupPhoto('mayaLater', 'nora'));
      await testApp.call(foundAlbumEndpoints.addSubscription, {
        token: parent.token,
        body: { program_name: 'Found Later', team_name: 'Comets', division_name: 'Senior 4' },
      });
      await searched(testApp, parent, maya);
      expect(await shown()).toContainEqual(expect.objectContaining({ image: image.id, certainty: 'sure' }));
      const update = await testApp.context.db
        .selectFrom('notifications')
        .select(['kind', 'title'])
        .where('userId', '=', parent.id)
        .execute();
      expect(update).toEqual([{ kind: 'athlete_found', title: 'New photos of your athlete' }]);
    },
    TIMEOUT_MS,
  );

  test(
    'searches only the photo that was added to an album',
    async () => {
      const before = await testApp.context.db
        .selectFrom('athleteMatches')
        .select('createdAt')
        .where('imageId', '=', images.elsewhere)
        .executeTakeFirstOrThrow();
      const image = await buildPhoto(testApp, other, await groupPhoto('nora', 'mayaLater'));
      expect((await look()).athlete.search.is_running).toBe(true);
      await rescan(other.id);
      expect(await shown()).toContainEqual(expect.objectContaining({ image: image.id }));
      const after = await testApp.context.db
        .selectFrom('athleteMatches')
        .select('createdAt')
        .where('imageId', '=', images.elsewhere)
        .executeTakeFirstOrThrow();
      expect(after).toEqual(before);
    },
    TIMEOUT_MS,
  );

  test(
    'neither shows nor searches a hidden photo',
    async () => {
      const image = await buildPhoto(testApp, other, await groupPhoto('maya'));
      await rescan(other.id);
      expect((await shown()).map(({ image: id }) => id)).toContain(image.id);
      await inTransaction(testApp.context, (tx) => withholdImage(tx, image.id, new Date()));
      expect((await shown()).map(({ image: id }) => id)).not.toContain(image.id);
      await testApp.context.db.deleteFrom('athleteMatches').where('imageId', '=', image.id).execute();
      await forgetScans();
      await rescan(other.id);
      const kept = await testApp.context.db
        .selectFrom('athleteMatches')
        .select('imageId')
        .where('imageId', '=', image.id)
        .execute();
      expect(kept).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test('hides a photo that moved to an album the customer does not hold', async () => {
    const notHeld = await buildAlbum(testApp);
    const move = (albumId: number) =>
      testApp.context.db.updateTable('images').set({ albumId }).where('id', '=', images.elsewhere).execute();
    await move(notHeld.id);
    expect((await shown()).map(({ image }) => image)).not.toContain(images.elsewhere);
    await move(other.id);
    expect((await shown()).map(({ image }) => image)).toContain(images.elsewhere);
  });
});
