import { randomBytes } from 'node:crypto';
import exifReader from 'exif-reader';
import sharp, { type Region } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { discOf } from '#contract/rules/safe-share.ts';
import { listPhotosToCull, photosInReview } from '#server/modules/images/album-images.ts';
import { readIim } from '#server/modules/images/iim.ts';
import { findFaceImage, listFaceImages } from '#server/modules/images/image-faces.ts';
import { buildSearchableAthlete, holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { readFaces } from './safe-share.ts';

const app = shareTestApp();
const { getSafePhoto, makeSafeCopy, neverShow } = safeShareEndpoints;

const SIZE = { width: 600, height: 400 };
const LEFT = { x: 0.2, y: 0.3, width: 0.1, height: 0.15 };
const RIGHT = { x: 0.6, y: 0.3, width: 0.1, height: 0.15 };
const face = (box: typeof LEFT) => ({ box, landmarks: [], confidence: 1, quality: {} });

/** PNG, so that equal pixels stay equal, and with metadata of its own. */
function encode(pixels: Buffer): Promise<Buffer> {
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .withExif({
      IFD0: { Artist: 'secret-artist', ImageDescription: 'secret-note' },
      IFD3: { GPSLatitudeRef: 'N' },
    })
    .png()
    .toBuffer();
}

async function buildPhoto(
  album: TestAlbum,
  fields: object = {},
  pixels = randomBytes(SIZE.width * SIZE.height * 3),
) {
  const faces = JSON.stringify([face(LEFT), face(RIGHT)]);
  const files = { original: await encode(pixels) };
  return buildImage(app, album, {
    ...SIZE,
    faces,
    facesAt: new Date(),
    photographer: 'Ada',
    files,
    ...fields,
  });
}

async function buildOwner(fields: object = {}) {
  const owner = await buildUser(app);
  const album = await buildAlbum(app);
  const image = await buildPhoto(album, fields);
  const right = await buildEntitlement(app, owner, album);
  return { owner, album, image, right };
}

const open = ({ token }: TestUser, imageId: number) =>
  app.call(getSafePhoto, { token, params: { id: imageId } });
type Order = SentBody<typeof makeSafeCopy>;
const ORDER: Order = { rotation: 0, covers: [LEFT], visible: [RIGHT], style: 'blur', ratio: 'original' };

const copy = ({ token }: TestUser, imageId: number, change: Partial<Order> = {}) =>
  app.app.inject({
    method: 'POST',
    url: `/api/photos/${imageId}/safe-copy`,
    headers: { authorization: `Bearer ${token}` },
    payload: { ...ORDER, ...change },
  });

const takenAt = async (id: number) =>
  (
    await app.context.db
      .selectFrom('entitlements')
      .select('takenAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).takenAt;

/** A parent whom an owner of the album invited. */
async function buildHolder(album: TestAlbum) {
  const holder = await buildUser(app);
  await holdAlbum(app, holder, album);
  return holder;
}

/** How far the brightness of a part of a picture spreads: a cover is smooth, and noise is not. */
async function spreadOf(picture: Buffer, part: Region): Promise<number> {
  const pixels = await sharp(picture).extract(part).grayscale().raw().toBuffer();
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  return Math.sqrt(pixels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels.length);
}

describe('the faces of a photo', () => {
  test('are answered to its owner, with the own athlete by name', async () => {
    const { owner, image } = await buildOwner();
    const athleteId = await buildSearchableAthlete(app, owner);
    const match = { athleteId, imageId: image.id, score: 0.9, box: JSON.stringify(RIGHT), isCloseUp: false };
    await app.context.db
      .insertInto('athleteMatches')
      .values({ ...match, createdAt: new Date() })
      .execute();
    const { body } = await open(owner, image.id);
    expect(body).toMatchObject({
      is_searched: true,
      rotation: 0,
      team: 'Star Athletics Comets',
      sponsor_event: null,
    });
    expect(body.faces).toEqual([
      { box: LEFT, athlete: null, is_forced: false },
      { box: RIGHT, athlete: 'Maya', is_forced: false },
    ]);
    await app.context.db
      .updateTable('athleteConsents')
      .set({ withdrawnAt: new Date() })
      .where('athleteId', '=', athleteId)
      .execute();
    expect((await open(owner, image.id)).body.faces.map(({ athlete }) => athlete)).toEqual([null, null]);
  });

  test('start covered beside the own athlete, also if they overlap or the photo was turned since', async () => {
    const neighbor = { ...RIGHT, x: 0.64 };
    const { owner, image } = await buildOwner({ faces: JSON.stringify([face(neighbor), face(RIGHT)]) });
    const athleteId = await buildSearchableAthlete(app, owner);
    const match = { athleteId, imageId: image.id, score: 0.9, box: JSON.stringify(RIGHT), isCloseUp: false };
    const { db } = app.context;
    await db
      .insertInto('athleteMatches')
      .values({ ...match, createdAt: new Date() })
      .execute();
    const namesOf = async () => (await open(owner, image.id)).body.faces.map(({ athlete }) => athlete);
    expect(await namesOf()).toEqual([null, 'Maya']);
    const other = { ...RIGHT, y: 0.31 };
    const turned = { rotation: 180, shownRotation: 180, faces: JSON.stringify([face(other)]) };
    await db.updateTable('images').set(turned).where('id', '=', image.id).execute();
    expect(await namesOf()).toEqual([null]);
  });

  test('are covered where one is uncertain, and nothing else knows of that one', async () => {
    const uncertain = { x: 0.8, y: 0.6, width: 0.1, height: 0.15 };
    const { owner, album, image } = await buildOwner({
      faces: JSON.stringify([face(LEFT), face(RIGHT), { uncertain }]),
    });
    expect((await open(owner, image.id)).body.faces.map(({ box }) => box)).toEqual([LEFT, RIGHT, uncertain]);
    const { db } = app.context;
    const found = [LEFT, RIGHT];
    expect((await findFaceImage(db, image.id))?.faces?.map(({ box }) => box)).toEqual(found);
    const [searched] = await listFaceImages(db, album.id);
    expect(searched?.faces?.map(({ box }) => box)).toEqual(found);
    const [culled] = await listPhotosToCull(db, album.id);
    expect(culled?.faces?.map(({ box }) => box)).toEqual(found);
    expect((await photosInReview(db, [image.id])).get(image.id)?.faces).toBe(2);
  });

  test('are answered to nobody else', async () => {
    const { album, image, owner, right } = await buildOwner();
    const [stranger, holder, staff] = [
      await buildUser(app),
      await buildHolder(album),
      await buildUser(app, { role: 'super' }),
    ];
    const other = await buildPhoto(album);
    const buyer = await buildUser(app);
    await buildEntitlement(app, buyer, album, { imageId: other.id });
    for (const person of [stranger, holder, staff, buyer]) {
      expect((await open(person, image.id)).status).toBe(404);
      expect((await copy(person, image.id)).statusCode).toBe(404);
    }
    expect((await open(buyer, other.id)).status).toBe(200);
    expect((await app.call(getSafePhoto, { params: { id: image.id } })).status).toBe(401);
    await app.context.db
      .updateTable('entitlements')
      .set({ state: 'ended', endedAt: new Date() })
      .where('id', '=', right.id)
      .execute();
    expect((await open(owner, image.id)).status).toBe(404);
  });

  test('are unknown where nobody looked, and wait while the photo is turned', async () => {
    const { owner, image } = await buildOwner({ faces: null, facesAt: null });
    expect((await open(owner, image.id)).body).toMatchObject({ is_searched: false, faces: [] });
    await app.context.db.updateTable('images').set({ rotation: 90 }).where('id', '=', image.id).execute();
    expect((await open(owner, image.id)).status).toBe(409);
    expect((await copy(owner, image.id)).statusCode).toBe(409);
  });

  test('found after a turn are not laid on the picture as it was before', async () => {
    const { owner, image } = await buildOwner({ rotation: 90, shownRotation: 90 });
    const before = { userId: owner.id, image: { id: image.id, rotation: 0 } };
    expect(await readFaces(app.context, before)).toEqual({ isSearched: false, faces: [] });
  });

  test('go with a hidden photo', async () => {
    const { owner, image } = await buildOwner({ hiddenAt: new Date() });
    expect((await open(owner, image.id)).status).toBe(404);
    expect((await copy(owner, image.id)).statusCode).toBe(404);
  });
});

describe('a safe copy', () => {
  test('does not wait until all copies of another account are made', async () => {
    const [{ owner, image }, { owner: other, image: otherImage }] = [await buildOwner(), await buildOwner()];
    let made = 0;
    const many = Array.from({ length: 28 }, async () => {
      const { statusCode } = await copy(owner, image.id);
      made += 1;
      return statusCode;
    });
    // The first of them run by then, and all others wait.
    await eventually(async () => made > 0 || undefined, 'the first copy');
    expect((await copy(other, otherImage.id)).statusCode).toBe(200);
    expect(made).toBeLessThan(20);
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  });

  test('is the same file whatever was under its covers', async () => {
    const pixels = randomBytes(SIZE.width * SIZE.height * 3);
    const other = Buffer.from(pixels);
    const disc = discOf(LEFT, SIZE);
    for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
      const away = Math.hypot((at % SIZE.width) + 0.5 - disc.x, Math.floor(at / SIZE.width) + 0.5 - disc.y);
      if (away <= disc.radius) randomBytes(3).copy(other, at * 3);
    }
    const owner = await buildUser(app);
    const album = await buildAlbum(app);
    await buildEntitlement(app, owner, album);
    const [one, two] = [await buildPhoto(album, {}, pixels), await buildPhoto(album, {}, other)];
    for (const change of [{}, { style: 'shape', ratio: '1:1', team_frame: true }] as const) {
      const [a, b] = [await copy(owner, one.id, change), await copy(owner, two.id, change)];
      expect(a.statusCode).toBe(200);
      expect(a.rawPayload.equals(b.rawPayload)).toBe(true);
    }
    const [a, b] = [await copy(owner, one.id, { covers: [] }), await copy(owner, two.id, { covers: [] })];
    expect(a.rawPayload.equals(b.rawPayload)).toBe(false);
  });

  test('has credits and a note, and nothing else of the original', async () => {
    const { owner, image } = await buildOwner();
    const { rawPayload, headers } = await copy(owner, image.id);
    expect(headers['content-type']).toBe('image/jpeg');
    const { format, width, height, exif, iptc, xmp } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...SIZE });
    const notes = new Map(readIim(iptc).map(({ name, value }) => [name, value.toString()]));
    expect(notes.get('2:80')).toBe('Ada');
    expect(notes.get('2:116')).toMatch(/^© 20\d\d /);
    expect(notes.get('2:40')).toBe('Shared safely');
    expect(xmp?.toString()).toContain('photoshop:Instructions="Shared safely"');
    expect(exif?.toString('latin1')).toContain('Ada');
    const text = rawPayload.toString('latin1');
    for (const secret of ['secret-artist', 'secret-note']) expect(text).not.toContain(secret);
    expect(exif && exifReader(exif).GPSInfo).toBeUndefined();
    expect(xmp?.toString()).not.toContain('GPS');
    // A second picture inside, such as a thumbnail, would start with these bytes again.
    expect(text.split('\xff\xd8\xff')).toHaveLength(2);
    expect(text.indexOf('\xff\xd9')).toBe(text.length - 2);
  });

  test('takes the photo, as an original does', async () => {
    const { owner, image, right } = await buildOwner();
    expect((await open(owner, image.id)).status).toBe(200);
    expect((await copy(owner, image.id, { covers: [{ ...LEFT, x: 0.95 }] })).statusCode).toBe(400);
    expect(await takenAt(right.id)).toBeNull();
    await copy(owner, image.id);
    expect(await takenAt(right.id)).not.toBeNull();
  });

  test('is cut around the faces that stay visible', async () => {
    const { owner, image } = await buildOwner();
    const sizeOf = async (ratio: Order['ratio']) => {
      const { width, height } = await sharp((await copy(owner, image.id, { ratio })).rawPayload).metadata();
      return [width, height];
    };
    expect(await sizeOf('1:1')).toEqual([400, 400]);
    expect(await sizeOf('4:5')).toEqual([320, 400]);
    expect(await sizeOf('9:16')).toEqual([225, 400]);
  });

  test('refuses more covers than the server should paint', async () => {
    const { owner, image } = await buildOwner();
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    expect((await copy(owner, image.id, { covers: [whole, whole] })).statusCode).toBe(400);
    expect((await copy(owner, image.id, { covers: [whole] })).statusCode).toBe(200);
    const many = Array.from({ length: 201 }, () => ({ ...LEFT, width: 0.01, height: 0.01 }));
    expect((await copy(owner, image.id, { covers: many })).statusCode).toBe(400);
  });

  test('can carry the frame of the event’s sponsor', async () => {
    const { owner, album, image } = await buildOwner();
    const staff = await buildUser(app, { role: 'super' });
    const params = { id: album.eventId };
    const picture = await sharp({ create: { width: 600, height: 60, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer();
    const set = (file: Buffer) =>
      app.call(safeShareEndpoints.setSponsorFrame, { token: staff.token, params, picture: file });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="60"/>';
    for (const file of ['not a picture', drawing]) expect((await set(Buffer.from(file))).status).toBe(422);
    expect((await set(picture)).status).toBe(200);
    expect((await open(owner, image.id)).body.sponsor_event).toBe(album.eventId);
    const shown = await app.app.inject({ url: `/api/events/${album.eventId}/sponsor-frame` });
    expect(shown.headers['content-type']).toBe('image/png');
    const { rawPayload } = await copy(owner, image.id, { sponsor_frame: true });
    const pixel = await sharp(rawPayload)
      .extract({ left: 300, top: 390, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(pixel[1]).toBeGreaterThan(200);
    await app.call(safeShareEndpoints.removeSponsorFrame, { token: staff.token, params });
    expect((await open(owner, image.id)).body.sponsor_event).toBeNull();
    expect((await app.app.inject({ url: `/api/events/${album.eventId}/sponsor-frame` })).statusCode).toBe(
      404,
    );
  });
});

describe('a child that is never shown', () => {
  test('is covered in the copies of others, even if they leave it out, and not in those of the parent', async () => {
    const { owner, album, image } = await buildOwner();
    const parent = await buildHolder(album);
    const tap = { x: 0.65, y: 0.36 };
    expect(
      (await app.call(neverShow, { token: parent.token, params: { id: image.id }, body: tap })).body,
    ).toEqual({ ok: true });
    expect((await open(owner, image.id)).body.faces).toEqual([
      { box: LEFT, athlete: null, is_forced: false },
      { box: RIGHT, athlete: null, is_forced: true },
    ]);
    await buildEntitlement(app, parent, album);
    expect((await open(parent, image.id)).body.faces[1]).toMatchObject({ is_forced: false });
    const center = async (person: TestUser) => {
      const { rawPayload } = await copy(person, image.id, { covers: [] });
      return spreadOf(rawPayload, { left: 380, top: 140, width: 20, height: 20 });
    };
    expect(await center(owner)).toBeLessThan(8);
    expect(await center(parent)).toBeGreaterThan(25);
  });

  test('is covered where no face was found', async () => {
    const { owner, album, image } = await buildOwner({ faces: null, facesAt: null });
    const parent = await buildHolder(album);
    await app.call(neverShow, { token: parent.token, params: { id: image.id }, body: { x: 0.5, y: 0.5 } });
    const [cover] = (await open(owner, image.id)).body.faces;
    expect(cover).toMatchObject({ is_forced: true });
    expect((cover?.box.x ?? 0) + (cover?.box.width ?? 0) / 2).toBeCloseTo(0.5);
  });
});

test('a child stays covered as far as it was asked, even if less of it is found later', async () => {
  const { owner, album, image } = await buildOwner({ faces: null, facesAt: null });
  const parent = await buildHolder(album);
  await app.call(neverShow, { token: parent.token, params: { id: image.id }, body: { x: 0.5, y: 0.5 } });
  const asked = (await open(owner, image.id)).body.faces;
  const less = { x: 0.49, y: 0.49, width: 0.01, height: 0.015 };
  await app.context.db
    .updateTable('images')
    .set({ faces: JSON.stringify([face(less)]), facesAt: new Date() })
    .where('id', '=', image.id)
    .execute();
  expect((await open(owner, image.id)).body.faces).toEqual(asked);
});

async function shareLink(fields: object = {}, covers_others = true) {
  const owned = await buildOwner(fields);
  const { token } = owned.owner;
  const body = { album: owned.album.id, images: [owned.image.id], covers_others, downloads: true };
  const made = await app.call(photoLinkEndpoints.makePhotoLink, { token, body });
  const visit = () => app.call(photoLinkEndpoints.openPhotoLink, { body: { token: made.body.token } });
  const shared = await visit();
  const picture = (variant: string) =>
    app.app.inject({
      url: `/api/photo-links/pictures/${owned.image.id}.${variant}`,
      query: { auth: shared.body.auth },
    });
  return { ...owned, made, shared, visit, picture };
}

/** How far the brightness spreads in the middle of each face. */
async function spreadOfFaces(picture: Buffer): Promise<{ left: number; right: number }> {
  const { width } = await sharp(picture).metadata();
  const spread = async (box: typeof LEFT) => {
    const [left, top] = [
      Math.round((box.x + 0.04) * width),
      Math.round((box.y + 0.06) * width * (SIZE.height / SIZE.width)),
    ];
    const side = Math.round(0.025 * width);
    return spreadOf(picture, { left, top, width: side, height: side });
  };
  return { left: await spread(LEFT), right: await spread(RIGHT) };
}

describe('a family link to a photo with a child that is never shown', () => {
  test.each([
    ['that was searched for faces', {}],
    ['that nobody searched', { faces: null, facesAt: null }],
  ])('covers this child alone, in all sizes and from the next picture on (%s)', async (_, fields) => {
    const { owner, album, image, right, visit, picture } = await shareLink(fields, false);
    const parent = await buildHolder(album);
    const whole = await sharp((await picture('original')).rawPayload).metadata();
    expect(whole.format).toBe('png');
    const tap = { x: 0.65, y: 0.375 };
    await app.call(neverShow, { token: parent.token, params: { id: image.id }, body: tap });
    for (const variant of ['thumb', 'preview', 'cover-480', 'original']) {
      const { statusCode, rawPayload } = await picture(variant);
      expect(statusCode).toBe(200);
      const spread = await spreadOfFaces(rawPayload);
      expect(spread.left).toBeGreaterThan(15);
      expect(spread.right).toBeLessThan(10);
    }
    expect((await visit()).body.images).toMatchObject([{ id: image.id, placeholder: null }]);
    expect(await takenAt(right.id)).not.toBeNull();
    const own = await copy(owner, image.id, { covers: [] });
    expect((await spreadOfFaces(own.rawPayload)).right).toBeLessThan(10);
  });

  test('shows the child in the links of the parent who asked', async () => {
    const { owner, image, picture } = await shareLink({}, false);
    await app.call(neverShow, {
      token: owner.token,
      params: { id: image.id },
      body: { x: 0.65, y: 0.375 },
    });
    expect((await picture('original')).headers['content-type']).toBe('image/png');
  });
});

describe('a family link that covers other kids', () => {
  test('shows its owner’s athlete and covers every other face, in all sizes', async () => {
    const { owner, image, made, shared, picture, right } = await shareLink();
    expect(made.body).toMatchObject({ covers_others: true });
    expect(shared.body.images).toMatchObject([{ id: image.id, placeholder: null }]);
    const athleteId = await buildSearchableAthlete(app, owner);
    const match = { athleteId, imageId: image.id, score: 0.9, box: JSON.stringify(RIGHT), isCloseUp: false };
    await app.context.db
      .insertInto('athleteMatches')
      .values({ ...match, createdAt: new Date() })
      .execute();
    for (const variant of ['thumb', 'preview', 'original']) {
      const { statusCode, rawPayload } = await picture(variant);
      expect(statusCode).toBe(200);
      const spread = await spreadOfFaces(rawPayload);
      expect(spread.left).toBeLessThan(10);
      expect(spread.right).toBeGreaterThan(15);
    }
    expect(await takenAt(right.id)).not.toBeNull();
  });

  test('leaves out photos on which nobody looked for faces', async () => {
    const { made } = await shareLink({ faces: null, facesAt: null });
    expect(made.error.code).toBe('faces_not_searched');
  });
});
