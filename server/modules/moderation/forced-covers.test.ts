import { describe, expect, test } from 'vitest';
import { MAX_FORCED_COVERS, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { inTransaction } from '#server/context.ts';
import { chooseCover } from '#server/modules/catalogue/albums.ts';
import { findShownFolder, switchWall, writeConsents } from '#server/modules/event-links/wall.ts';
import { lockReadyImages } from '#server/modules/images/image-records.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';
import { listForcedCovers } from './forced-covers.ts';

const app = shareTestApp();
const {
  neverShow,
  isNeverShown,
  showAgain,
  listForcedCovers: list,
  decideForcedCover: decide,
} = safeShareEndpoints;
const BOX = { x: 0.2, y: 0.3, width: 0.1, height: 0.15 };
const MIDDLE = { x: 0.25, y: 0.37 };

async function buildParent({ vouched = true } = {}) {
  const [parent, staff] = [await buildUser(app), await buildUser(app, { role: 'super' })];
  const album = await buildAlbum(app);
  const image = await buildImage(app, album, { faces: JSON.stringify([{ box: BOX }]), facesAt: new Date() });
  await holdAlbum(app, parent, album, vouched ? 'invite' : 'opened');
  return { parent, staff, album, image };
}

const ask = ({ token }: TestUser, imageId: number, body = MIDDLE) =>
  app.call(neverShow, { token, params: { id: imageId }, body });
const hasAsked = async ({ token }: TestUser, imageId: number) =>
  (await app.call(isNeverShown, { token, params: { id: imageId } })).body.is_asked;
const takeBack = ({ token }: TestUser, imageId: number) =>
  app.call(showAgain, { token, params: { id: imageId } });
const coverIds = async (albumId: number) => {
  const { cover } = await app.context.db
    .selectFrom('albums')
    .select('cover')
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow();
  return (cover as { id: number }[]).map(({ id }) => id);
};
const coversOf = async (id: number, rotation = 0) =>
  (await listForcedCovers(app.context.db, [{ id, rotation }])).get(id) ?? [];
const requestOf = async ({ token }: TestUser, imageId: number) =>
  (await app.call(list, { token })).body.find(({ photo }) => photo.id === imageId);

describe('a request never to show a child', () => {
  test('covers the tapped face at once and keeps the photo off covers and the venue screen', async () => {
    const { parent, staff, album, image } = await buildParent();
    const { db, clock } = app.context;
    const tx = { db, clock };
    const actor = { userId: staff.id } as Parameters<typeof switchWall>[1];
    await switchWall(tx, actor, { eventId: album.eventId, isOn: true });
    await writeConsents(db, [album.id], { agreedBy: 'Coach', recordedBy: staff.id, now: clock.now() });
    expect(await findShownFolder(tx, album.eventId, image.id)).toBe(album.uuid);
    expect(await coverIds(album.id)).toEqual([image.id]);
    await db.updateTable('albums').set({ coverImageId: image.id }).where('id', '=', album.id).execute();

    const { body } = await ask(parent, image.id);
    expect(body).toEqual({ ok: true });
    expect(await coversOf(image.id)).toMatchObject([{ box: BOX, askedBy: parent.id }]);
    expect(await coverIds(album.id)).toEqual([]);
    expect(await findShownFolder(tx, album.eventId, image.id)).toBeUndefined();

    await app.call(showAgain, { token: parent.token, params: { id: image.id } });
    expect(await coverIds(album.id)).toEqual([image.id]);
    expect(await findShownFolder(tx, album.eventId, image.id)).toBe(album.uuid);
  });

  test('is only for photos of an album that the parent follows, owns or was invited to by an owner', async () => {
    const { parent, image } = await buildParent({ vouched: false });
    expect((await ask(parent, image.id)).error.code).toBe('not_own_team');
    expect((await ask(await buildUser(app), image.id)).status).toBe(404);
    const unverified = await buildUser(app, { isVerified: false });
    expect((await ask(unverified, image.id)).status).toBe(404);
    expect(await coversOf(image.id)).toEqual([]);
  });

  test('for the same face counts once, also at the same moment', async () => {
    const { parent, image } = await buildParent();
    await Promise.all([
      ask(parent, image.id),
      ask(parent, image.id),
      ask(parent, image.id, { x: 0.26, y: 0.4 }),
    ]);
    expect(await coversOf(image.id)).toHaveLength(1);
  });

  test('counts once, also if the photo was turned since', async () => {
    const { parent, image } = await buildParent();
    await ask(parent, image.id);
    await app.context.db
      .updateTable('images')
      .set({ rotation: 90, shownRotation: 90, faces: null, facesAt: null })
      .where('id', '=', image.id)
      .execute();
    await ask(parent, image.id, { x: 1 - MIDDLE.y, y: MIDDLE.x });
    expect(await coversOf(image.id)).toHaveLength(1);
  });

  test('keeps the photo off the cover of the album that staff move it to at the same moment', async () => {
    const { parent, album, image } = await buildParent();
    const other = await buildAlbum(app, { eventId: album.eventId });
    const { asking } = await inTransaction(app.context, async ({ db }) => {
      await lockReadyImages(db, [image.id]);
      await db.updateTable('images').set({ albumId: other.id }).where('id', '=', image.id).execute();
      const asking = ask(parent, image.id);
      await untilStuck(app, asking);
      return { asking };
    });
    expect(await asking).toMatchObject({ status: 200 });
    expect(await coversOf(image.id)).toHaveLength(1);
    expect(await coverIds(other.id)).toEqual([]);
  });

  test('is known to the parent alone, who can take it back without owning the photo', async () => {
    const { parent, album, image } = await buildParent();
    const other = await buildUser(app);
    await holdAlbum(app, other, album, 'invite');
    await ask(parent, image.id);
    expect([await hasAsked(parent, image.id), await hasAsked(other, image.id)]).toEqual([true, false]);
    await takeBack(other, image.id);
    expect(await coversOf(image.id)).toHaveLength(1);
    await takeBack(parent, image.id);
    expect(await hasAsked(parent, image.id)).toBe(false);
    expect(await coversOf(image.id)).toEqual([]);
  });

  test('has a limit for each photo', async () => {
    const { parent, image } = await buildParent();
    const places = Array.from({ length: MAX_FORCED_COVERS.ofPhoto + 1 }, (_, index) => ({
      x: 0.1 + index * 0.15,
      y: 0.8,
    }));
    const statuses = [];
    for (const place of places) statuses.push((await ask(parent, image.id, place)).status);
    expect(statuses).toEqual([...places.slice(1).map(() => 200), 409]);
  });

  test('goes along with a photo that is moved to another album', async () => {
    const { parent, album, image } = await buildParent();
    await ask(parent, image.id);
    const { db } = app.context;
    const other = await buildAlbum(app, { eventId: album.eventId });
    await db.updateTable('images').set({ albumId: other.id }).where('id', '=', image.id).execute();
    await chooseCover(db, other.id);
    expect(await coverIds(other.id)).toEqual([]);
    expect(await coversOf(image.id)).toHaveLength(1);
  });

  test('turns with its photo', async () => {
    const { parent, image } = await buildParent();
    await ask(parent, image.id);
    const [turned] = await coversOf(image.id, 90);
    expect(turned?.box).toMatchObject({ y: BOX.x, width: BOX.height, height: BOX.width });
  });

  test('stays when its account is deleted, and goes with its photo', async () => {
    const { parent, image } = await buildParent();
    await ask(parent, image.id);
    const { db } = app.context;
    await db.updateTable('forcedCovers').set({ askedBy: null }).where('imageId', '=', image.id).execute();
    expect(await coversOf(image.id)).toMatchObject([{ askedBy: null }]);
    await db.deleteFrom('images').where('id', '=', image.id).execute();
    expect(
      await db.selectFrom('forcedCovers').select('id').where('imageId', '=', image.id).execute(),
    ).toEqual([]);
  });
});

describe('staff', () => {
  test('see the request with the face, keep it or decline it, and each decision is on record', async () => {
    const { parent, staff, album, image } = await buildParent();
    await ask(parent, image.id);
    const request = await requestOf(staff, image.id);
    expect(request).toMatchObject({ box: BOX, state: 'open', asked_by: { email: parent.email } });
    const { id = 0 } = request ?? {};
    const answer = async (keep: boolean) =>
      (await app.call(decide, { token: staff.token, body: { id, keep } })).body;
    expect(await answer(true)).toMatchObject({ state: 'kept' });
    expect(await coverIds(album.id)).toEqual([]);
    expect(await answer(false)).toMatchObject({ state: 'declined' });
    expect(await coversOf(image.id)).toEqual([]);
    expect(await coverIds(album.id)).toEqual([image.id]);
    await answer(false);
    const entries = await app.context.db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'forced-cover.decide')
      .where('subject', '=', `image:${image.id}`)
      .orderBy('id')
      .execute();
    expect(entries.map(({ after }) => after)).toEqual([{ state: 'kept' }, { state: 'declined' }]);
  });

  test('lead a parent whose request they decline to their albums, if the photo has left its album since', async () => {
    const { parent, staff, image } = await buildParent();
    await ask(parent, image.id);
    const { id = 0 } = (await requestOf(staff, image.id)) ?? {};
    const { db } = app.context;
    await db.updateTable('images').set({ albumId: null }).where('id', '=', image.id).execute();
    await app.call(decide, { token: staff.token, body: { id, keep: false } });
    const told = await db
      .selectFrom('notifications')
      .select('path')
      .where('userId', '=', parent.id)
      .execute();
    expect(told).toEqual([{ path: '/MyAlbums' }]);
  });

  test('decide for good: the parent is notified, and cannot ask again for the same face', async () => {
    const { parent, staff, image } = await buildParent();
    await ask(parent, image.id);
    const { id = 0 } = (await requestOf(staff, image.id)) ?? {};
    await app.call(decide, { token: staff.token, body: { id, keep: false } });
    expect(await hasAsked(parent, image.id)).toBe(false);
    expect((await ask(parent, image.id)).error.code).toBe('cover_declined');
    await takeBack(parent, image.id);
    expect((await ask(parent, image.id)).error.code).toBe('cover_declined');
    expect(await coversOf(image.id)).toEqual([]);
    await app.call(decide, { token: staff.token, body: { id, keep: true } });
    expect(await hasAsked(parent, image.id)).toBe(true);
  });

  test('who may not review photos see nothing', async () => {
    const { parent, image } = await buildParent();
    await ask(parent, image.id);
    expect((await app.call(list, { token: parent.token })).status).toBe(403);
    expect((await app.call(decide, { token: parent.token, body: { id: 1, keep: false } })).status).toBe(403);
  });
});
