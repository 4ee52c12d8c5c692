import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const { reportPhoto, acknowledgeReport, listReportedPhotos } = moderationEndpoints;

async function buildHeldAlbum(user: TestUser) {
  const album = await buildAlbum(testApp, { imagesCount: 1 });
  const image = await buildImage(testApp, album);
  const body = { album: album.id, event: album.eventId };
  const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, { token: user.token, body });
  return { album, image, foundId: found.id };
}

type Report = Parameters<typeof testApp.call<typeof reportPhoto>>[1];
type ReportBody = NonNullable<NonNullable<Report>['body']>;

function report(user: TestUser, album: TestAlbum, image: { id: number }, fields: Partial<ReportBody> = {}) {
  const ids = { image: image.id, album: album.id, event: album.eventId, user: user.id };
  const body: ReportBody = { ...ids, type: 'privacy', memo: 'That is my child', ...fields };
  return testApp.call(reportPhoto, { token: user.token, body });
}

const staffUser = () => buildUser(testApp, { role: 'customer_support' });

async function pictureStatus(album: TestAlbum, image: { id: number }, auth: string): Promise<number> {
  const url = `/api/images/${album.uuid}/${image.id}.preview?auth=${auth}`;
  return (await testApp.request({ url })).status;
}

describe('a privacy report', () => {
  test('hides the photo at once, from lists and from tokens issued earlier', async () => {
    const user = await buildUser(testApp);
    const { album, image, foundId } = await buildHeldAlbum(user);
    const view = { token: user.token, params: { id: foundId } };
    const before = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
    expect(before.body.album.cover).toHaveLength(1);
    expect(await pictureStatus(album, image, before.body.temp_jwt)).toBe(200);

    expect(await report(user, album, image)).toMatchObject({
      status: 200,
      body: { image: image.id, type: 'privacy', ack: false, removed: false },
    });
    expect(await pictureStatus(album, image, before.body.temp_jwt)).toBe(404);
    const after = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
    expect(after.body.images).toEqual([]);
    expect(after.body.album).toMatchObject({ cover: [], images_count: 0 });
  });

  test('shows the photo again when staff reject it and keeps it hidden when they uphold it', async () => {
    const [user, staff] = [await buildUser(testApp), await staffUser()];
    const { album, image } = await buildHeldAlbum(user);
    const grant = { folderUuid: album.uuid, userId: user.id, scope: { kind: 'previews' as const } };
    const auth = issueImageToken(testApp.context, grant, 30);
    const first = await report(user, album, image);
    const settle = (removed: boolean) =>
      testApp.call(acknowledgeReport, { token: staff.token, body: { image: image.id, removed } });

    expect(await settle(false)).toMatchObject({
      status: 200,
      body: [{ id: first.body.id, ack: true, removed: false }],
    });
    expect(await pictureStatus(album, image, auth)).toBe(200);

    await report(user, album, image, { type: 'quality' });
    expect(await pictureStatus(album, image, auth)).toBe(200);
    expect((await settle(true)).body.map((entry) => entry.removed)).toEqual([true, true]);
    expect(await pictureStatus(album, image, auth)).toBe(404);

    const entries = await testApp.context.db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('subject', '=', `image:${image.id}`)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { before: { hidden: true }, after: { hidden: false } },
      { before: { hidden: false }, after: { hidden: true } },
    ]);
  });
});

describe('a report', () => {
  test('requires an album the customer holds, a photo in it and their own account', async () => {
    const [user, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const { album, image } = await buildHeldAlbum(user);
    const { album: otherAlbum } = await buildHeldAlbum(user);
    const refused = [
      await report(stranger, album, image),
      await report(user, album, image, { user: stranger.id }),
      await report(user, album, image, { event: otherAlbum.eventId }),
      await report(user, otherAlbum, image),
      await report(user, album, { id: 2_000_000_000 }),
    ];
    expect(refused.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect(await report(user, album, image, { type: 'other' })).toMatchObject({ status: 200 });
  });

  test('is limited to twenty per hour', async () => {
    const user = await buildUser(testApp);
    const { album, image } = await buildHeldAlbum(user);
    for (let i = 0; i < 20; i++) {
      expect((await report(user, album, image, { type: 'quality' })).status).toBe(200);
    }
    expect(await report(user, album, image, { type: 'quality' })).toMatchObject({ status: 429 });
  });

  test('is listed, newest first, until it is decided', async () => {
    const [user, staff] = [await buildUser(testApp), await staffUser()];
    const first = await buildHeldAlbum(user);
    const second = await buildHeldAlbum(user);
    const ids = [
      (await report(user, first.album, first.image)).body.id,
      (await report(user, second.album, second.image)).body.id,
    ];
    const list = async (query: { ack_ne?: 'true' | 'false' }) => {
      const { body } = await testApp.call(listReportedPhotos, { token: staff.token, query });
      return body.map((entry) => entry.id).filter((id) => ids.includes(id));
    };
    expect(await list({ ack_ne: 'true' })).toEqual([...ids].reverse());
    const body = { image: first.image.id, removed: true };
    await testApp.call(acknowledgeReport, { token: staff.token, body });
    expect(await list({ ack_ne: 'true' })).toEqual([ids[1]]);
    expect(await list({ ack_ne: 'false' })).toEqual([ids[0]]);
    expect(await list({})).toEqual([...ids].reverse());
  });

  test('that does not exist cannot be decided', async () => {
    const staff = await staffUser();
    const body = { image: 2_000_000_000, removed: true };
    expect(await testApp.call(acknowledgeReport, { token: staff.token, body })).toMatchObject({
      status: 404,
    });
  });
});
