import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { VIEW_LIMIT, VIEW_MINUTES, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();

async function hold(user: TestUser, album: TestAlbum): Promise<number> {
  const body = { album: album.id, event: album.eventId };
  const answer = await testApp.call(foundAlbumEndpoints.findAlbum, { token: user.token, body });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

function view(user: Pick<TestUser, 'token'>, id: number, resumes = false) {
  const query = resumes ? { resume: 'true' as const } : {};
  return testApp.call(foundAlbumEndpoints.viewAlbum, { token: user.token, params: { id }, query });
}

const secondDevice = async ({ id }: TestUser) => ({
  token: await startSession(testApp.context, id, { ip: '127.0.0.2', userAgent: 'second device' }),
});

/** Opens an album at the same moment, so many times for each of the sessions. */
function viewAtOnce(
  sessions: readonly Pick<TestUser, 'token'>[],
  id: number,
  times: number,
  resumes = false,
) {
  return Promise.all(
    sessions.flatMap((session) => Array.from({ length: times }, () => view(session, id, resumes))),
  );
}

/** Opens an album again and again, each time after the view before has ended. */
async function viewInTurn(user: TestUser, id: number, times: number) {
  const answers: Awaited<ReturnType<typeof view>>[] = [];
  for (let i = 0; i < times; i++) {
    answers.push(await view(user, id));
    testApp.advanceMinutes(VIEW_MINUTES);
  }
  return answers;
}

const storedViews = async (foundId: number) => {
  const { db } = testApp.context;
  const views = db.selectFrom('userAlbumViews').select('id').where('foundAlbumId', '=', foundId);
  const held = db.selectFrom('userFoundAlbums').select('viewsUsed').where('id', '=', foundId);
  const { viewsUsed } = await held.executeTakeFirstOrThrow();
  return { stored: (await views.execute()).length, used: viewsUsed };
};

describe('finding an album', () => {
  test('holds it once, however often it is asked', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const call = { token: user.token, body: { album: album.id, event: album.eventId } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testApp.call(foundAlbumEndpoints.findAlbum, call)),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      album: { id: album.id, team_name: 'Comets' },
      event: { id: album.eventId },
      user_album_views: [],
      views_allowed: VIEW_LIMIT,
      owned: false,
      bought_images: 0,
    });
  });

  test('is refused when it is unpublished, of another event, or not there', async () => {
    const { token } = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const other = await buildAlbum(testApp);
    const hidden = await buildAlbum(testApp, { publishedAt: null });
    for (const body of [
      { album: album.id, event: other.eventId },
      { album: hidden.id, event: hidden.eventId },
      { album: 2_000_000_000, event: album.eventId },
    ]) {
      expect(await testApp.call(foundAlbumEndpoints.findAlbum, { token, body })).toMatchObject({
        status: 404,
      });
    }
  });
});

describe('a view', () => {
  test('answers with the visible images in the order they were taken, and a token', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const late = await buildImage(testApp, album, { capturedAt: new Date('2026-11-14T18:05:00Z') });
    const early = await buildImage(testApp, album, { capturedAt: new Date('2026-11-14T18:01:00Z') });
    await buildImage(testApp, album, { hiddenAt: new Date() });
    await buildImage(testApp, album, { state: 'received' });
    const { status, body } = await view(user, await hold(user, album));
    expect(status).toBe(200);
    expect(body.images.map((image) => image.id)).toEqual([early.id, late.id]);
    expect(body.images[0]).toMatchObject({ captured_at: '2026-11-14T18:01:00Z', width: 1600 });
    expect(body.user_album_views).toHaveLength(1);
    const url = `/api/images/${album.uuid}/${early.id}.preview?auth=${body.temp_jwt}`;
    expect(await testApp.request({ url })).toMatchObject({ status: 200 });
  });

  test('is given ten times, then refused', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp));
    const answers = await viewInTurn(user, foundId, 12);
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 403, 403]);
    expect(answers[10]?.error).toMatchObject({ code: 'views_exceeded', message: VIEWS_EXCEEDED_MESSAGE });
    expect(await storedViews(foundId)).toEqual({ stored: 10, used: 10 });
  });

  test('is given ten times to twenty simultaneous calls, and refused ten times', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp));
    const answers = await viewAtOnce([user], foundId, 20);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(403)]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.error).toMatchObject({ code: 'views_exceeded', message: VIEWS_EXCEEDED_MESSAGE });
    expect(await storedViews(foundId)).toEqual({ stored: 10, used: 10 });
  });

  test('by an owner is counted for each of twenty simultaneous calls, and each answer lists those before it', async () => {
    const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
    const foundId = await hold(user, album);
    await buildEntitlement(testApp, user, album);
    const answers = await viewAtOnce([user], foundId, 20);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const lists = answers
      .map(({ body }) => body.user_album_views.map(({ id }) => id))
      .toSorted((a, b) => a.length - b.length);
    const all = lists.at(-1) ?? [];
    expect(lists).toEqual(all.map((_, index) => all.slice(0, index + 1)));
    expect(await storedViews(foundId)).toEqual({ stored: 20, used: 20 });
  });

  test('with a photo bought is given fifty times to sixty simultaneous calls', async () => {
    const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
    const foundId = await hold(user, album);
    const image = await buildImage(testApp, album);
    await buildEntitlement(testApp, user, album, { imageId: image.id });
    const statuses = (await viewAtOnce([user], foundId, 60)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(50).fill(200), ...Array(10).fill(403)]);
  });

  test('is shared by twenty simultaneous openings on other devices', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp));
    await view(user, foundId);
    const answers = await viewAtOnce([await secondDevice(user), await secondDevice(user)], foundId, 10);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await storedViews(foundId)).toEqual({ stored: 1, used: 1 });
  });

  test('is used once by twenty simultaneous openings that ask to resume, on two devices', async () => {
    const user = await buildUser(testApp);
    const devices = [user, await secondDevice(user)];
    const foundId = await hold(user, await buildAlbum(testApp));
    const answers = await viewAtOnce(devices, foundId, 10, true);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.user_album_views.map(({ id }) => id).join()))).toHaveLength(
      1,
    );
    expect(await storedViews(foundId)).toEqual({ stored: 1, used: 1 });
  });

  test('the last one is given to exactly one of twenty simultaneous openings, which all share it', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp));
    await viewInTurn(user, foundId, VIEW_LIMIT - 1);
    const last = await viewAtOnce([user], foundId, 20, true);
    expect(last.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await storedViews(foundId)).toEqual({ stored: VIEW_LIMIT, used: VIEW_LIMIT });
    testApp.advanceMinutes(VIEW_MINUTES);
    const none = await viewAtOnce([user], foundId, 20);
    expect(none.map(({ status }) => status)).toEqual(Array(20).fill(403));
    expect(await storedViews(foundId)).toEqual({ stored: VIEW_LIMIT, used: VIEW_LIMIT });
  });

  test('ends for a second device when it ends for the first', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    const foundId = await hold(user, album);
    await view(user, foundId);
    testApp.advanceMinutes(VIEW_MINUTES - 1);
    const { body } = await view(await secondDevice(user), foundId);
    const url = `/api/images/${album.uuid}/${image.id}.preview?auth=${body.temp_jwt}`;
    expect(await testApp.request({ url })).toMatchObject({ status: 200 });
    testApp.advanceMinutes(1.1);
    expect(await testApp.request({ url })).toMatchObject({ status: 403 });
    expect((await view(user, foundId)).body.user_album_views).toHaveLength(2);
  });

  test('by an owner is counted too, and never refused', async () => {
    const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
    const foundId = await hold(user, album);
    await buildEntitlement(testApp, user, album);
    const answers = await viewInTurn(user, foundId, 12);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(answers.map(({ body }) => body.user_album_views.length)).toEqual(
      answers.map((_, index) => index + 1),
    );
    expect(await storedViews(foundId)).toEqual({ stored: 12, used: 12 });
  });

  test('with a photo bought is given fifty times', async () => {
    const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
    const foundId = await hold(user, album);
    const image = await buildImage(testApp, album);
    await buildEntitlement(testApp, user, album, { imageId: image.id });
    const statuses = (await viewInTurn(user, foundId, 52)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(50).fill(200), 403, 403]);
  });

  test("of another customer's found album is not found, and costs nobody a view", async () => {
    const [owner, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const foundId = await hold(owner, await buildAlbum(testApp));
    expect(await view(stranger, foundId)).toMatchObject({ status: 404 });
    expect(await view(stranger, 2_000_000_000)).toMatchObject({ status: 404 });
    const { body } = await view(owner, foundId);
    expect(body.user_album_views).toHaveLength(1);
  });

  test('of an album that was unpublished meanwhile is not found', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const foundId = await hold(user, album);
    await testApp.context.db
      .updateTable('albums')
      .set({ publishedAt: null })
      .where('id', '=', album.id)
      .execute();
    expect(await view(user, foundId)).toMatchObject({ status: 404 });
    const mine = await testApp.call(foundAlbumEndpoints.myAlbums, { token: user.token });
    expect(mine.body.found).toEqual([]);
  });
});

describe('a reset', () => {
  test('gives all views back and is written down', async () => {
    const [user, staff] = [await buildUser(testApp), await buildUser(testApp, { role: 'customer_support' })];
    const foundId = await hold(user, await buildAlbum(testApp));
    const used = await viewInTurn(user, foundId, VIEW_LIMIT);
    expect(used.map(({ status }) => status)).toEqual(Array(VIEW_LIMIT).fill(200));
    expect((await view(user, foundId)).status).toBe(403);
    const call = { token: staff.token, params: { id: foundId } };
    const answer = await testApp.call(foundAlbumEndpoints.resetViews, call);
    expect(answer).toMatchObject({ status: 200, body: { user_album_views: [] } });
    expect((await view(user, foundId)).status).toBe(200);
    const entry = await testApp.context.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', `found-album:${foundId}`)
      .executeTakeFirst();
    expect(entry).toMatchObject({
      actorId: staff.id,
      action: 'found-album.reset-views',
      before: { viewsUsed: VIEW_LIMIT },
    });
  });

  test('is not for customers', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp));
    const call = { token: user.token, params: { id: foundId } };
    expect(await testApp.call(foundAlbumEndpoints.resetViews, call)).toMatchObject({ status: 403 });
  });
});

describe('a view by somebody who bought nothing', () => {
  const countsOf = async ({ id: userId }: TestUser) => {
    const { db } = testApp.context;
    const found = await db
      .selectFrom('userFoundAlbums')
      .leftJoin('userAlbumViews as views', 'views.foundAlbumId', 'userFoundAlbums.id')
      .select(['viewsUsed', 'views.id as viewId'])
      .where('userFoundAlbums.userId', '=', userId)
      .execute();
    const opened = await db
      .selectFrom('previewedAlbums')
      .select('program')
      .where('userId', '=', userId)
      .execute();
    return {
      used: found.map(({ viewsUsed }) => viewsUsed),
      stored: found.filter(({ viewId }) => viewId !== null).length,
      programs: opened.map(({ program }) => program),
    };
  };

  test('is counted together with the opening', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp, { programName: ' STAR  Athletics' }));
    expect((await view(user, foundId)).status).toBe(200);
    expect(await countsOf(user)).toEqual({ used: [1], stored: 1, programs: ['star athletics'] });
  });

  test('is given near the limit if the program is counted already, and a refusal costs nothing', async () => {
    const user = await buildUser(testApp);
    const room = Math.min(DEFAULT_SITE_SETTINGS.open_programs_limit, DEFAULT_SITE_SETTINGS.open_albums_limit);
    const { db, clock } = testApp.context;
    for (let opened = 0; opened < room; opened++) {
      const { id: albumId } = await buildAlbum(testApp);
      const opening = { userId: user.id, albumId, program: 'one program', openedAt: clock.now() };
      await db.insertInto('previewedAlbums').values(opening).execute();
    }
    const foundId = await hold(user, await buildAlbum(testApp, { programName: 'One Program' }));
    expect((await view(user, foundId)).status).toBe(200);
    expect(await countsOf(user)).toMatchObject({ used: [1], stored: 1 });
    for (let opened = room + 1; opened < DEFAULT_SITE_SETTINGS.open_albums_limit; opened++) {
      const { id: albumId } = await buildAlbum(testApp);
      const opening = { userId: user.id, albumId, program: 'one program', openedAt: clock.now() };
      await db.insertInto('previewedAlbums').values(opening).execute();
    }
    const refused = await view(
      user,
      await hold(user, await buildAlbum(testApp, { programName: 'One Program' })),
    );
    expect(refused.error.code).toBe('albums_exceeded');
    expect(await countsOf(user)).toMatchObject({ used: [1, 0], stored: 1 });
  });

  test('is counted once against the budgets of programs and albums, however often it is opened at once', async () => {
    const user = await buildUser(testApp);
    const foundId = await hold(user, await buildAlbum(testApp, { programName: 'Once' }));
    await viewAtOnce([user], foundId, 8, true);
    expect(await countsOf(user)).toEqual({ used: [1], stored: 1, programs: ['once'] });
  });
});
