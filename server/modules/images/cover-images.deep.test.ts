import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ERRORS } from '#contract/errors.ts';
import { COVER_VARIANTS } from '#contract/rules/albums.ts';
import { inTransaction } from '#server/context.ts';
import { makeCoversJob } from '#server/modules/catalogue/covers.ts';
import { publishAlbum } from '#server/modules/catalogue/publish-album.ts';
import { ANYONE, type ImageScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, freshIp, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, isMarked, makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { chooseCovers, makeCovers } from './cover-images.ts';
import { deleteVariants, settleVisibility } from './derivatives-placement.ts';
import { keepFaces } from './image-faces.ts';
import { derivativeKey, type StoredVariant } from './image-keys.ts';
import { withholdImage } from './image-records.ts';
import { UNVERIFIED_BURST } from './preview-meter.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-covers-'));
const bucket = 'encore-photos';
const s3Server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: bucket, configs: [] }],
});
const { port } = await s3Server.run();
afterAll(async () => {
  await s3Server.close();
  rmSync(folder, { recursive: true, force: true });
});

const apps = {
  disk: startTestApp(),
  S3: startTestApp({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }),
};
const LARGE_VARIANTS = ['cover-960', 'cover-1440'] as const;
/** A little larger than the largest cover. */
const PHOTO = { width: 1500, height: 1000 };

describe.each(['disk', 'S3'] as const)('a cover on %s', (kind) => {
  const testApp = apps[kind];
  let viewer: TestUser;
  let album: TestAlbum;
  let photos: Buffer[];
  let ids: number[];

  beforeAll(async () => {
    viewer = await buildUser(testApp);
    album = await buildAlbum(testApp);
    await holdAlbum(testApp, viewer, album);
    photos = [];
    ids = [];
    for (const second of ['01', '02', '03', '04']) {
      const size = photos.length === 0 ? PHOTO : { width: 480, height: 320 };
      const photo = await makePhoto({ ...size, takenAt: `2026:11:14 10:00:${second}` });
      photos.push(photo);
      ids.push((await ingestAndWait(testApp, { eventId: album.eventId, albumId: album.id }, photo)).id);
    }
    // The first photo is the cover until the job has chosen.
    expect(await coverIds()).toEqual(ids.slice(0, 1));
    await chooseCovers(testApp.context);
  });

  const coverIds = async () => {
    const shown = await testApp.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: album.uuid } });
    return shown.body.cover.map(({ id }) => id);
  };
  const isStored = async (imageId: number, variant: StoredVariant) =>
    (await testApp.context.storage.stat(derivativeKey(album.uuid, imageId, variant))) !== undefined;
  const make = (isClean = false) =>
    makeCovers(testApp.context, { albumId: album.id, isClean }, new AbortController().signal);

  async function get(name: string, scope: ImageScope, userId = viewer.id) {
    const auth = issueImageToken(testApp.context, { folderUuid: album.uuid, userId, scope }, 30);
    const { statusCode, headers, rawPayload } = await testApp.app.inject({
      url: `/api/images/${album.uuid}/${name}?auth=${auth}`,
    });
    return { status: statusCode, headers, body: rawPayload };
  }
  const thumbs = (...imageIds: number[]): ImageScope => ({ kind: 'thumbs', imageIds });

  test('is a thumb until its picture is made, which the first look orders', async () => {
    const [first = 0] = await coverIds();
    const thumb = await get(`${first}.thumb`, thumbs(first));
    const early = await get(`${first}.cover-480`, thumbs(first));
    expect(early.body.equals(thumb.body)).toBe(true);
    expect(early.headers['cache-control']).toBe('private, max-age=5');
    await eventually(async () => ((await isStored(first, 'cover-480')) ? true : undefined), 'a cover');
    const cover = await get(`${first}.cover-480`, thumbs(first));
    expect(cover.headers['content-type']).toBe('image/webp');
    expect(await sharp(cover.body).metadata()).toMatchObject({ width: 480, height: 320 });
    expect(await isMarked(photos[0] as Buffer, cover.body)).toBe(true);
  });

  test('that is larger than 480 pixels is a copy of the preview with the mark of its viewer', async () => {
    const [first = 0] = await coverIds();
    const other = await buildUser(testApp);
    const copies = [];
    for (const { id } of [viewer, other]) {
      const preview = await get(`${first}.preview`, { kind: 'previews' }, id === viewer.id ? id : viewer.id);
      for (const variant of LARGE_VARIANTS) {
        const cover = await get(`${first}.${variant}`, thumbs(first), id);
        expect(cover.headers).toMatchObject({
          'content-type': 'image/jpeg',
          'cache-control': 'private, max-age=5',
        });
        expect(cover.body.equals(preview.body)).toBe(id === viewer.id);
        copies.push(cover.body);
      }
    }
    expect(await sharp(copies[0]).metadata()).toMatchObject({ width: 1500, height: 1000 });
    const shown = await testApp.context.db
      .selectFrom('shownPreviews')
      .select('userId')
      .where('folder', '=', album.uuid)
      .where('userId', '=', other.id)
      .execute();
    expect(shown).toHaveLength(1);
  });

  test('has a stored picture of 480 pixels, and other photos have none', async () => {
    await make();
    const shown = await coverIds();
    expect(shown).toHaveLength(3);
    for (const id of ids) {
      expect(await isStored(id, 'cover-480')).toBe(shown.includes(id));
      for (const variant of LARGE_VARIANTS) expect(await isStored(id, variant)).toBe(false);
    }
    const [other = 0] = ids.filter((id) => !shown.includes(id));
    const thumb = await get(`${other}.thumb`, { kind: 'previews' });
    expect((await get(`${other}.cover-1440`, { kind: 'previews' })).body.equals(thumb.body)).toBe(true);
  });

  test('opens only with a token for this photo, and no token for it opens the preview', async () => {
    const [first = 0, second = 0] = await coverIds();
    expect((await get(`${second}.cover-480`, thumbs(first))).status).toBe(403);
    expect((await get(`${first}.preview`, thumbs(first))).status).toBe(403);
    expect((await get(`${first}.cover-700`, thumbs(first))).status).toBe(404);
    expect((await get(`${first}.clean-cover-480`, thumbs(first))).status).toBe(404);
    expect((await testApp.request({ url: `/api/images/${album.uuid}/${first}.cover-480` })).status).toBe(401);
  });

  test('is at most 480 pixels for visitors without an account', async () => {
    const [first = 0] = await coverIds();
    for (const variant of COVER_VARIANTS) {
      const cover = await get(`${first}.${variant}`, thumbs(first), ANYONE);
      expect((await sharp(cover.body).metadata()).width).toBe(480);
    }
  });

  test('has no watermark for the owner', async () => {
    const owner = await buildUser(testApp);
    await buildEntitlement(testApp, owner, album);
    await make(true);
    const [first = 0] = await coverIds();
    for (const scope of [thumbs(first), { kind: 'clean-thumbs', imageIds: [first] } as ImageScope]) {
      const cover = await get(`${first}.cover-960`, scope, owner.id);
      expect(await isMarked(photos[0] as Buffer, cover.body)).toBe(false);
      expect((await sharp(cover.body).metadata()).width).toBe(960);
    }
    expect(await isMarked(photos[0] as Buffer, (await get(`${first}.cover-960`, thumbs(first))).body)).toBe(
      true,
    );
  });

  test('that lost its pictures to a new watermark gets them again', async () => {
    const [first = 0] = await coverIds();
    await deleteVariants(testApp.context, { folderUuid: album.uuid, imageId: first }, COVER_VARIANTS);
    expect(await isStored(first, 'cover-480')).toBe(false);
    await Promise.all([make(), make()]);
    expect(await isStored(first, 'cover-480')).toBe(true);
  });

  test('closes when the album is unpublished', async () => {
    const { db } = testApp.context;
    const [first = 0] = await coverIds();
    await db.updateTable('albums').set({ publishedAt: null }).where('id', '=', album.id).execute();
    await eventually(
      async () =>
        (await get(`${first}.cover-960`, thumbs(first), ANYONE)).status === 403 &&
        (await get(`${first}.cover-960`, thumbs(first))).status === 403
          ? true
          : undefined,
      'the refusal of the cover',
    );
    await inTransaction(testApp.context, (tx) => publishAlbum(tx, album.id));
    await eventually(
      async () => ((await get(`${first}.cover-960`, thumbs(first))).status === 200 ? true : undefined),
      'the cover again',
    );
  });

  test('is gone when its photo is hidden, and another photo takes its place', async () => {
    const [first = 0] = await coverIds();
    await inTransaction(testApp.context, (tx) => withholdImage(tx, first, new Date()));
    await settleVisibility(testApp.context, first);
    for (const variant of COVER_VARIANTS) {
      expect(await isStored(first, variant)).toBe(false);
      expect(await isStored(first, `clean-${variant}`)).toBe(false);
    }
    await eventually(
      async () => ((await get(`${first}.cover-960`, thumbs(first))).status === 404 ? true : undefined),
      'the end of the hidden cover',
    );
    await make();
    expect(await isStored(first, 'cover-480')).toBe(false);
    const [next = 0] = await coverIds();
    expect(next).not.toBe(first);
    expect(await isStored(next, 'cover-480')).toBe(true);
  });
});

describe('the picture of a cover', () => {
  const testApp = apps.disk;

  test('is ordered when the album is published', async () => {
    const album = await buildAlbum(testApp, { publishedAt: null });
    const target = { eventId: album.eventId, albumId: album.id };
    const { id } = await ingestAndWait(testApp, target, await makePhoto(PHOTO));
    const key = derivativeKey(album.uuid, id, 'cover-480');
    expect(await testApp.context.storage.stat(key)).toBeUndefined();
    await inTransaction(testApp.context, (tx) => publishAlbum(tx, album.id));
    await eventually(async () => testApp.context.storage.stat(key), 'a cover');
  });

  test('is not enlarged, and is missing without harm if the photo is no picture', async () => {
    const album = await buildAlbum(testApp);
    const target = { eventId: album.eventId, albumId: album.id };
    const { id } = await ingestAndWait(testApp, target, await makePhoto({ width: 300, height: 200 }));
    const run = () =>
      makeCovers(testApp.context, { albumId: album.id, isClean: false }, new AbortController().signal);
    await run();
    const picture = await testApp.context.storage.read(derivativeKey(album.uuid, id, 'cover-480'));
    expect((await sharp(picture).metadata()).width).toBe(300);
    await testApp.context.storage.delete(derivativeKey(album.uuid, id, 'preview'));
    await testApp.context.storage.delete(derivativeKey(album.uuid, id, 'cover-480'));
    await run();
    expect(makeCoversJob.payload.parse({ albumId: album.id })).toEqual({ albumId: album.id, isClean: false });
  });
});

describe('the focus of a cover', () => {
  const testApp = apps.disk;
  const faceAt = (x: number, y: number, size: number) => ({
    box: { x, y, width: size, height: size },
    landmarks: [],
    confidence: 0.99,
    quality: { sizePx: 100, sharpness: 1, turn: 0, tiltDegrees: 0 },
    crop: Buffer.from('crop'),
  });

  test('is the middle of its faces, large ones counting more, and the only thing said about them', async () => {
    const album = await buildAlbum(testApp);
    const target = { eventId: album.eventId, albumId: album.id };
    const image = await ingestAndWait(testApp, target, await makePhoto());
    const cover = async () => {
      const answer = await testApp.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: album.uuid } });
      return answer.body.cover[0];
    };
    expect(await cover()).not.toHaveProperty('focus');
    const uncertain = [faceAt(0.5, 0.7, 0.3).box];
    await keepFaces(testApp.context, image, { faces: [faceAt(0.1, 0.2, 0.2)], uncertain });
    expect(await cover()).toMatchObject({ focus: { x: 20, y: 30 } });
    await keepFaces(testApp.context, image, {
      faces: [faceAt(0.1, 0.2, 0.2), faceAt(0.8, 0.2, 0.1)],
      uncertain,
    });
    expect(await cover()).toMatchObject({ focus: { x: 33, y: 29 } });
    expect(Object.keys((await cover()) ?? {}).sort()).toEqual([
      'captured_at',
      'focus',
      'height',
      'id',
      'placeholder',
      'width',
    ]);
    await keepFaces(testApp.context, image, { faces: [], uncertain });
    expect(await cover()).not.toHaveProperty('focus');
  });
});

describe('before the address is verified', () => {
  const testApp = startTestApp({ PROOFS: 'always' });

  async function buildCover() {
    const album = await buildAlbum(testApp);
    const target = { eventId: album.eventId, albumId: album.id };
    const { id } = await ingestAndWait(testApp, target, await makePhoto(PHOTO));
    await makeCovers(testApp.context, { albumId: album.id, isClean: false }, new AbortController().signal);
    const get = ({ id: userId }: TestUser, variant: string, ip = freshIp()) => {
      const grant = {
        folderUuid: album.uuid,
        userId,
        scope: { kind: 'thumbs', imageIds: [id] } as ImageScope,
      };
      const auth = issueImageToken(testApp.context, grant, 30);
      const url = `/api/images/${album.uuid}/${id}.${variant}?auth=${auth}`;
      return testApp.app.inject({ url, remoteAddress: ip });
    };
    return { album, get };
  }

  test('a cover has at most 480 pixels, and all of an account are counted up to a limit', async () => {
    onTestFinished(testApp.stopClock());
    const { get } = await buildCover();
    const [user, verified] = [await buildUser(testApp, { isVerified: false }), await buildUser(testApp)];
    const widths = [];
    for (const variant of COVER_VARIANTS) {
      const { rawPayload } = await get(user, variant);
      widths.push((await sharp(rawPayload).metadata()).width);
    }
    expect(widths).toEqual([480, 480, 480]);
    const asked = Array.from({ length: UNVERIFIED_BURST }, () => get(user, 'thumb'));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(UNVERIFIED_BURST - 3);
    const refused = await get(user, 'cover-480');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json()).toMatchObject({
      error: { code: 'covers_exceeded', message: ERRORS.covers_exceeded.message },
    });
    for (const variant of ['thumb', ...COVER_VARIANTS])
      expect((await get(verified, variant)).statusCode).toBe(200);
    await testApp.context.db
      .updateTable('users')
      .set({ emailVerifiedAt: testApp.context.clock.now() })
      .where('id', '=', user.id)
      .execute();
    testApp.advanceMinutes(0.1);
    expect((await get(user, 'cover-1440')).headers['content-type']).toBe('image/jpeg');
  });

  test('a front server asks for each picture, so that it is counted', async () => {
    const { album } = await buildCover();
    const user = await buildUser(testApp, { isVerified: false });
    const grant = {
      folderUuid: album.uuid,
      userId: user.id,
      scope: { kind: 'thumbs', imageIds: [1] } as ImageScope,
    };
    const auth = issueImageToken(testApp.context, grant, 30);
    const { headers } = await testApp.app.inject({ url: `/api/picture-access/${album.uuid}?auth=${auth}` });
    expect(headers['x-picture-rendition']).toBe('each');
  });
});
