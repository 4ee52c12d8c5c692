import { beforeAll, expect, test } from 'vitest';
import { imageRights } from '#server/app.ts';
import {
  ANYONE,
  type ImageScope,
  issueImageToken,
  issueThumbToken,
} from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { createImageAccess } from './image-access.ts';
import { describeAccess } from './proxy-access.ts';

const app = shareTestApp();
let album: TestAlbum;
let ids: number[];
let hiddenId: number;

beforeAll(async () => {
  album = await buildAlbum(app);
  ids = [(await buildImage(app, album)).id, (await buildImage(app, album)).id];
  hiddenId = (await buildImage(app, album, { hiddenAt: new Date() })).id;
});

async function askWith(auth: string, uuid = album.uuid) {
  const { statusCode, headers } = await app.app.inject({ url: `/api/picture-access/${uuid}?auth=${auth}` });
  return {
    status: statusCode,
    rendition: headers['x-picture-rendition'],
    hidden: headers['x-picture-hidden'],
    cache: headers['x-picture-cache'],
    expires: headers['x-accel-expires'],
  };
}

const tokenOf = ({ id }: Pick<TestUser, 'id'>, scope: ImageScope, minutes = 60) =>
  issueImageToken(app.context, { folderUuid: album.uuid, userId: id, scope }, minutes);

async function buildViewer(): Promise<TestUser> {
  const viewer = await buildUser(app);
  await holdAlbum(app, viewer, album);
  return viewer;
}

const PREVIEWS = { kind: 'previews' } as const;
const ORIGINALS = { kind: 'originals' } as const;

test('a viewer gets watermarked thumbs, and the answer names the hidden ones', async () => {
  expect(await askWith(tokenOf(await buildViewer(), PREVIEWS))).toEqual({
    status: 200,
    rendition: 'marked',
    hidden: String(hiddenId),
    cache: expect.stringMatching(/^private, max-age=1800$/),
    expires: '2',
  });
});

test('an owner gets clean thumbs with any token, which may be kept for good with one of an owner', async () => {
  const owner = await buildUser(app);
  await buildEntitlement(app, owner, album);
  expect(await askWith(tokenOf(owner, PREVIEWS))).toMatchObject({ status: 200, rendition: 'clean' });
  expect(await askWith(tokenOf(owner, ORIGINALS))).toMatchObject({
    rendition: 'clean',
    cache: expect.stringMatching(/^private, max-age=\d+, immutable$/),
  });
});

test('thumbs of visitors without an account may be kept by shared caches for five seconds', async () => {
  const token = issueThumbToken(app.context, { folderUuid: album.uuid, userId: ANYONE, imageIds: ids });
  expect(await askWith(token)).toMatchObject({
    rendition: 'marked',
    hidden: '',
    cache: expect.stringMatching(/^public, max-age=1800, s-maxage=5$/),
  });
  const picture = await app.app.inject({ url: `/api/images/${album.uuid}/${ids[0]}.thumb?auth=${token}` });
  expect(picture.headers).toMatchObject({
    'cache-control': expect.stringMatching(/^public, max-age=1800, s-maxage=5$/),
    'x-picture-rendition': 'marked',
  });
});

test('a token that names photos tells which of them are hidden, and no others', async () => {
  const imageIds = [...ids, hiddenId];
  const token = issueThumbToken(app.context, { folderUuid: album.uuid, userId: ANYONE, imageIds });
  await buildImage(app, album, { hiddenAt: new Date() });
  expect(await askWith(token)).toMatchObject({ rendition: 'marked', hidden: String(hiddenId) });
});

test('who bought some photos of an album is answered photo by photo', async () => {
  const buyer = await buildViewer();
  await buildEntitlement(app, buyer, album, { imageId: ids[0] ?? 0 });
  const thumbsOf = (imageIds: number[]) => tokenOf(buyer, { kind: 'thumbs', imageIds });
  expect(await askWith(tokenOf(buyer, PREVIEWS))).toMatchObject({ rendition: 'each' });
  expect(await askWith(thumbsOf(ids))).toMatchObject({ rendition: 'each' });
  expect(await askWith(thumbsOf(ids.slice(0, 1)))).toMatchObject({ rendition: 'clean' });
  expect(await askWith(thumbsOf(ids.slice(1)))).toMatchObject({ rendition: 'marked' });
});

test('a right that does not hold leaves the decision to the picture itself', async () => {
  const stranger = await buildUser(app);
  for (const scope of [PREVIEWS, ORIGINALS, { kind: 'single' as const, imageIds: ids }]) {
    expect(await askWith(tokenOf(stranger, scope)), scope.kind).toMatchObject({ rendition: 'each' });
  }
});

test('an answer holds no longer than the token', async () => {
  const clock = { now: () => new Date('2026-11-16T12:00:00Z') };
  const context = { ...app.context, clock };
  const grant = { folderUuid: album.uuid, userId: ANYONE, scope: PREVIEWS };
  const token = issueImageToken(context, grant, 1 / 60);
  const imageAccess = createImageAccess(context, imageRights);
  const { headers } = await describeAccess({ ...context, imageAccess }, { folderUuid: album.uuid, token });
  expect(headers['x-accel-expires']).toBe('1');
});

test('a forged or expired token gets no answer', async () => {
  const viewer = await buildViewer();
  const expired = tokenOf(viewer, PREVIEWS, -1);
  for (const token of [expired, `${tokenOf(viewer, PREVIEWS)}x`, '', 'a.b.c.d']) {
    expect((await askWith(token)).status, token).toBe(403);
  }
  expect((await askWith(tokenOf(viewer, PREVIEWS), 'no-uuid')).status).toBe(403);
});
