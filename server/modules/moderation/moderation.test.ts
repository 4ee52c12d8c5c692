import { beforeAll, describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { inTransaction } from '#server/context.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshEmail, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';
import { reportPhoto as fileReport } from './reports.ts';

const testApp = shareTestApp();
beforeAll(() => testApp.stopClock());
const { reportPhoto, acknowledgeReport, listReportedPhotos } = moderationEndpoints;

async function buildHeldAlbum(user: TestUser) {
  const album = await buildAlbum(testApp, { imagesCount: 1 });
  const image = await buildImage(testApp, album);
  const body = { album: album.id, event: album.eventId };
  const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, { token: user.token, body });
  return { album, image, foundId: found.id };
}

/** The customer follows the team, so their privacy report hides a photo at once. */
async function buildFollowedAlbum(user: TestUser, team: { team_name?: string; division_name?: string } = {}) {
  const held = await buildHeldAlbum(user);
  const { programName: program_name, teamName: team_name, divisionName: division_name } = held.album;
  const { status } = await testApp.call(foundAlbumEndpoints.addSubscription, {
    token: user.token,
    body: { program_name, team_name, division_name, ...team },
  });
  expect(status).toBe(200);
  return held;
}

let networks = 0;
/** An address of a network from which nobody has reported anything. */
const freshNetwork = () => `10.${++networks >> 8}.${networks & 255}.1`;

type Report = Parameters<typeof testApp.call<typeof reportPhoto>>[1];
type ReportBody = NonNullable<NonNullable<Report>['body']>;

function report(
  user: TestUser,
  album: TestAlbum,
  image: { id: number },
  fields: Partial<ReportBody> = {},
  ip = freshNetwork(),
) {
  const ids = { image: image.id, album: album.id, event: album.eventId, user: user.id };
  const body: ReportBody = { ...ids, type: 'privacy', memo: 'That is my child', ...fields };
  return testApp.call(reportPhoto, { token: user.token, body, ip });
}

const staffUser = () => buildUser(testApp, { role: 'customer_support' });

async function imageStatus(album: TestAlbum, image: { id: number }, auth: string): Promise<number> {
  const url = `/api/images/${album.uuid}/${image.id}.preview?auth=${auth}`;
  return (await testApp.request({ url })).status;
}

describe('a privacy report', () => {
  test('hides the photo at once, from lists and from tokens issued earlier', async () => {
    const user = await buildUser(testApp);
    const { album, image, foundId } = await buildFollowedAlbum(user);
    const view = { token: user.token, params: { id: foundId } };
    const before = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
    expect(before.body.album.cover).toHaveLength(1);
    expect(await imageStatus(album, image, before.body.temp_jwt)).toBe(200);

    expect(await report(user, album, image)).toMatchObject({
      status: 200,
      body: { image: image.id, type: 'privacy', ack: false, removed: false },
    });
    expect(await imageStatus(album, image, before.body.temp_jwt)).toBe(404);
    const after = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
    expect(after.body.images).toEqual([]);
    expect(after.body.album).toMatchObject({ cover: [], images_count: 0 });
  });

  test('and its decision refresh the badges of staff', async () => {
    const [user, staff] = [await buildUser(testApp), await staffUser()];
    const { album, image } = await buildFollowedAlbum(user);
    const told = async () =>
      (
        await testApp.context.db
          .selectFrom('liveEvents')
          .select('id')
          .where('kind', '=', 'queues')
          .where('userId', 'is', null)
          .execute()
      ).length;
    const before = await told();
    await report(user, album, image);
    expect(await told()).toBe(before + 1);
    await testApp.call(acknowledgeReport, { token: staff.token, body: { image: image.id, removed: true } });
    expect(await told()).toBe(before + 2);
  });

  test('puts on record which staff saw who reported, once an hour', async () => {
    const user = await buildUser(testApp);
    const { album, image } = await buildFollowedAlbum(user);
    await report(user, album, image);
    const staff = await staffUser();
    for (let i = 0; i < 2; i++) await testApp.call(listReportedPhotos, { token: staff.token, query: {} });
    const entries = await testApp.context.db
      .selectFrom('auditLog')
      .select(['action', 'subject'])
      .where('actorId', '=', staff.id)
      .execute();
    expect(entries).toEqual([{ action: 'users.list', subject: 'users:reported photos' }]);
  });

  test('shows the photo again when staff reject it and keeps it hidden when they uphold it', async () => {
    const [user, staff] = [await buildUser(testApp), await staffUser()];
    const { album, image } = await buildFollowedAlbum(user);
    const grant = { folderUuid: album.uuid, userId: user.id, scope: { kind: 'previews' as const } };
    const auth = issueImageToken(testApp.context, grant, 30);
    const first = await report(user, album, image);
    const settle = (removed: boolean) =>
      testApp.call(acknowledgeReport, { token: staff.token, body: { image: image.id, removed } });

    expect(await settle(false)).toMatchObject({
      status: 200,
      body: [{ id: first.body.id, ack: true, removed: false }],
    });
    expect(await imageStatus(album, image, auth)).toBe(200);

    await report(user, album, image, { type: 'quality' });
    expect(await imageStatus(album, image, auth)).toBe(200);
    expect((await settle(true)).body.map((entry) => entry.removed)).toEqual([true, true]);
    expect(await imageStatus(album, image, auth)).toBe(404);

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

test('a privacy report that hides a photo while staff keep it stays open and hides it', async () => {
  const [user, other, staff] = [await buildUser(testApp), await buildUser(testApp), await staffUser()];
  const { album, image } = await buildFollowedAlbum(user);
  await buildHolding(testApp, other, album, { viewsUsed: 1 });
  await report(other, album, image, { type: 'quality' });
  const grant = { folderUuid: album.uuid, userId: user.id, scope: { kind: 'previews' as const } };
  const auth = issueImageToken(testApp.context, grant, 30);
  const kept = await inTransaction(testApp.context, async (tx) => {
    const actor: Actor = { userId: user.id, role: 'authenticated', sessionId: '', isVerified: true };
    const place = { imageId: image.id, albumId: album.id, eventId: album.eventId, userId: user.id };
    const words = { type: 'privacy', memo: 'That is my child', ip: freshNetwork() } as const;
    await fileReport({ ...tx, purchases }, actor, { ...place, ...words });
    const keeping = testApp.call(acknowledgeReport, {
      token: staff.token,
      body: { image: image.id, removed: false },
    });
    await untilStuck(testApp, keeping);
    return { keeping };
  });
  expect(await kept.keeping).toMatchObject({ status: 200, body: [{ type: 'quality', ack: true }] });
  expect(await imageStatus(album, image, auth)).toBe(404);
  const { body } = await testApp.call(listReportedPhotos, { token: staff.token, query: { ack_ne: 'true' } });
  expect(body.filter((one) => one.image === image.id)).toMatchObject([{ type: 'privacy', removed: false }]);
});

test('a privacy report that comes after a decision hides the photo although the decision is undone', async () => {
  const [user, other, staff] = [await buildUser(testApp), await buildUser(testApp), await staffUser()];
  const { album, image } = await buildFollowedAlbum(user);
  await buildHolding(testApp, other, album, { viewsUsed: 1 });
  await report(other, album, image, { type: 'quality' });
  const { token } = staff;
  const keep = { token, body: { image: image.id, removed: false } };
  expect(await testApp.call(acknowledgeReport, keep)).toMatchObject({ status: 200 });
  expect(await report(user, album, image)).toMatchObject({ body: { staff_first: false } });
  const undo = { token, body: { images: [image.id] } };
  const undone = await testApp.call(moderationEndpoints.reopenReports, undo);
  expect(undone.body.reports).toMatchObject([
    { type: 'privacy', ack: false, photo: { is_hidden: true } },
    { type: 'quality', ack: false, photo: { is_hidden: true } },
  ]);
});

describe('a report that is sent twice', () => {
  const rowsOf = (image: { id: number }) =>
    testApp.context.db
      .selectFrom('reportedPhotos')
      .select(['id', 'createdAt'])
      .where('imageId', '=', image.id)
      .execute();

  test.each(['privacy', 'quality'] as const)(
    '(%s) is one, at the same moment and after an answer that was lost',
    async (type) => {
      const user = await buildUser(testApp);
      const { album, image } = await buildFollowedAlbum(user);
      const send = () => report(user, album, image, { type });
      const [first, second] = await Promise.all([send(), send()]);
      const again = await send();
      expect([first.status, second.status, again.status]).toEqual([200, 200, 200]);
      expect([second.body, again.body]).toEqual([first.body, first.body]);
      expect(await rowsOf(image)).toHaveLength(1);
    },
  );

  test('hides five other photos of the day, because it counts once', async () => {
    const user = await buildUser(testApp);
    for (let photos = 0; photos < 5; photos++) {
      const { album, image } = await buildFollowedAlbum(user);
      const answers = await Promise.all([report(user, album, image), report(user, album, image)]);
      expect(answers.map(({ body }) => body.staff_first)).toEqual([false, false]);
    }
  });

  test('is a new one with other words, after a decision or of somebody else', async () => {
    const [user, other, staff] = [await buildUser(testApp), await buildUser(testApp), await staffUser()];
    const { album, image } = await buildHeldAlbum(user);
    await buildHolding(testApp, other, album, { viewsUsed: 1 });
    const send = (sender: TestUser, memo: string) => report(sender, album, image, { type: 'quality', memo });
    const ids = [
      (await send(user, 'Blurred')).body.id,
      (await send(user, 'Very blurred')).body.id,
      (await send(other, 'Blurred')).body.id,
    ];
    const decision = { image: image.id, removed: false };
    await testApp.call(acknowledgeReport, { token: staff.token, body: decision });
    ids.push((await send(user, 'Blurred')).body.id);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('a privacy report that staff look at first', () => {
  const isHidden = async (image: { id: number }) => {
    const row = await testApp.context.db
      .selectFrom('images')
      .select('hiddenAt')
      .where('id', '=', image.id)
      .executeTakeFirstOrThrow();
    return row.hiddenAt !== null;
  };
  const inQueue = async (image: { id: number }) => {
    const { token } = await staffUser();
    const { body } = await testApp.call(listReportedPhotos, { token, query: { ack_ne: 'true' } });
    return body.filter((entry) => entry.image === image.id);
  };
  /** Writes earlier privacy reports, because the rate limit of an hour would stop the test. */
  const hiddenBefore = async (user: TestUser, count: number, { daysAgo = 2, network = '' } = {}) => {
    const { album, image } = await buildHeldAlbum(user);
    const createdAt = new Date(testApp.context.clock.now().getTime() - daysAgo * 24 * 3_600_000);
    const row = { imageId: image.id, albumId: album.id, eventId: album.eventId, userId: user.id, network };
    await testApp.context.db
      .insertInto('reportedPhotos')
      .values(Array.from({ length: count }, () => ({ ...row, type: 'privacy', memo: '', createdAt })))
      .execute();
  };
  const hides = async (
    user: TestUser,
    { album, image }: Awaited<ReturnType<typeof buildHeldAlbum>>,
    ip?: string,
  ) => {
    const answer = await report(user, album, image, {}, ip);
    expect(answer.status).toBe(200);
    expect(await isHidden(image)).toBe(!answer.body.staff_first);
    return !answer.body.staff_first;
  };

  test('comes from someone who only opened the album: the photo stays, the report is urgent', async () => {
    const user = await buildUser(testApp);
    const { album, image } = await buildHeldAlbum(user);
    await buildHolding(testApp, user, album, { viewsUsed: 1 });
    expect(await report(user, album, image)).toMatchObject({ status: 200, body: { staff_first: true } });
    expect(await isHidden(image)).toBe(false);
    const [entry] = await inQueue(image);
    expect(entry).toMatchObject({ type: 'privacy', staff_first: true, photo: { is_hidden: false } });
    const hours = Date.parse(entry?.decide_by ?? '') - Date.parse(entry?.created_at ?? '');
    expect(hours / 3_600_000).toBe(4);
  });

  test('hides nothing when a decision on it is undone', async () => {
    const [user, staff] = [await buildUser(testApp), await staffUser()];
    const { album, image } = await buildHeldAlbum(user);
    await report(user, album, image);
    const decision = { token: staff.token, body: { image: image.id, removed: true } };
    await testApp.call(acknowledgeReport, decision);
    expect(await isHidden(image)).toBe(true);
    const undo = { token: staff.token, body: { images: [image.id] } };
    expect(await testApp.call(moderationEndpoints.reopenReports, undo)).toMatchObject({ status: 200 });
    expect(await isHidden(image)).toBe(false);
    expect(await inQueue(image)).toMatchObject([{ staff_first: true, ack: false }]);
  });

  test('does not come from those who follow the team, own the album, were invited by an owner, or from staff', async () => {
    const [parent, owner, guest, staff] = [
      await buildUser(testApp),
      await buildUser(testApp),
      await buildUser(testApp),
      await staffUser(),
    ];
    const owned = await buildHeldAlbum(owner);
    await buildEntitlement(testApp, owner, owned.album);
    const shared = await buildAlbum(testApp, { imagesCount: 1 });
    await holdAlbum(testApp, guest, shared);
    const invited = { album: shared, image: await buildImage(testApp, shared), foundId: 0 };
    const cases = [
      [parent, await buildFollowedAlbum(parent)],
      [parent, await buildFollowedAlbum(parent, { division_name: '' })],
      [owner, owned],
      [guest, invited],
      [staff, await buildHeldAlbum(parent)],
    ] as const;
    for (const [user, held] of cases) expect(await hides(user, held)).toBe(true);
  });

  test('comes from somebody who follows the whole program', async () => {
    const user = await buildUser(testApp);
    expect(await hides(user, await buildFollowedAlbum(user, { team_name: '', division_name: '' }))).toBe(
      false,
    );
  });

  test('is the sixth of a mailbox in a day, exactly, whatever comes at once', async () => {
    const name = freshEmail().split('@', 1)[0];
    const users = await Promise.all(
      ['a', 'b'].map((tag) => buildUser(testApp, { email: `${name}+${tag}@example.test` })),
    );
    const albums = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const user = users[index % 2] as TestUser;
        return { user, held: await buildFollowedAlbum(user) };
      }),
    );
    const hidden = await Promise.all(albums.map(({ user, held }) => hides(user, held)));
    expect(hidden.filter(Boolean)).toHaveLength(5);
  });

  test('is the twenty-first of a person in 30 days', async () => {
    const user = await buildUser(testApp);
    await hiddenBefore(user, 40, { daysAgo: 31 });
    await hiddenBefore(user, 18);
    const hidden = [];
    for (let i = 0; i < 3; i++) hidden.push(await hides(user, await buildFollowedAlbum(user)));
    expect(hidden).toEqual([true, true, false]);
  });

  test('is the twenty-first of a network in a day, whoever reports, and others still hide', async () => {
    const [user, other] = [await buildUser(testApp), await buildUser(testApp)];
    await hiddenBefore(await buildUser(testApp), 19, { daysAgo: 0.5, network: '203.0.113.0/24' });
    const ip = '203.0.113.9';
    expect(await hides(user, await buildFollowedAlbum(user), ip)).toBe(true);
    expect(await hides(other, await buildFollowedAlbum(other), ip)).toBe(false);
    expect(await hides(other, await buildFollowedAlbum(other))).toBe(true);
  });
});

describe('a report about anything but privacy', () => {
  test.each(['quality', 'wrong_album', 'other'] as const)(
    '(%s) leaves the photo where it is, and only its reporter sees that it was reported',
    async (type) => {
      const [user, other] = [await buildUser(testApp), await buildUser(testApp)];
      const { album, image, foundId } = await buildHeldAlbum(user);
      const view = { token: user.token, params: { id: foundId } };
      const before = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
      for (let times = 0; times < 2; times++) {
        expect(await report(user, album, image, { type })).toMatchObject({ status: 200, body: { type } });
      }
      expect(await imageStatus(album, image, before.body.temp_jwt)).toBe(200);
      const after = await testApp.call(foundAlbumEndpoints.viewAlbum, view);
      expect(after.body.images.map(({ id }) => id)).toEqual([image.id]);
      const mine = (token: string, albumId = album.id) =>
        testApp.call(moderationEndpoints.listMyReports, { token, query: { album: albumId } });
      expect(await mine(user.token)).toMatchObject({ status: 200, body: [{ image: image.id }] });
      expect((await mine(other.token)).body).toEqual([]);
      expect((await mine(user.token, album.id + 1)).body).toEqual([]);
    },
  );
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
