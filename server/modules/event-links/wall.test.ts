import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_WALL_PHOTOS, wallEndpoints } from '#contract/endpoints/wall.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshIp, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
const { openWall, makeWallLink, endWallLink, switchWall, setWallConsent, getWallSettings } = wallEndpoints;

const consent = ({ token }: TestUser, eventId: number, albums: number[], agreed_by: string | null) =>
  app.call(setWallConsent, { token, params: { id: eventId }, body: { albums, agreed_by } });
const turn = ({ token }: TestUser, eventId: number, is_on: boolean) =>
  app.call(switchWall, { token, params: { id: eventId }, body: { is_on } });

/** An event with one published album of two photos, and a link to its wall. */
async function buildWall({ isOn = true, agreedBy = 'Coach Kim' as string | null } = {}) {
  const staff = await buildUser(app, { role: 'customer_support', firstName: 'Morgan' });
  const event = await buildEvent(app, { name: 'Harbor Open' });
  const album = await buildAlbum(app, { eventId: event.id, teamName: 'Comets' });
  const images = [await buildImage(app, album), await buildImage(app, album)];
  const params = { id: event.id };
  const { body: link } = await app.call(makeWallLink, {
    token: staff.token,
    params,
    body: { label: 'Lobby screen' },
  });
  if (isOn) await turn(staff, event.id, true);
  if (agreedBy) await consent(staff, event.id, [album.id], agreedBy);
  const open = async () => {
    // The answer is kept for two seconds.
    app.advanceMinutes(0.05);
    return app.call(openWall, { body: { token: link.token }, ip: freshIp() });
  };
  const shown = async () => (await open()).body.wall?.photos.map(({ id }) => id) ?? [];
  const picture = async (imageId: number, variant = 'preview') => {
    const { auth } = (await open()).body;
    return app.app.inject({ url: `/api/wall/pictures/${imageId}.${variant}`, query: { auth } });
  };
  return { staff, event, album, images: images.map(({ id }) => id), link, open, shown, picture };
}
type Wall = Awaited<ReturnType<typeof buildWall>>;

describe('the wall of an event', () => {
  test('shows the newest published photos of teams that agreed, and the way to the event', async () => {
    const { open, images, picture, event } = await buildWall();
    const { status, body } = await open();
    expect(status).toBe(200);
    expect(body.wall).toMatchObject({ event: { name: 'Harbor Open' }, is_on: true });
    expect(body.wall?.poster_path).toMatch(/^\/e\/\w+$/);
    expect(body.wall?.photos.map(({ id, team }) => [id, team])).toEqual(
      images.toReversed().map((id) => [id, 'Star Athletics Comets']),
    );
    const answer = await picture(images[0] ?? 0);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toBe(`preview ${images[0]}`);
    expect((await picture(images[0] ?? 0, 'original')).statusCode).toBe(404);
    await app.context.db.updateTable('events').set({ archived: true }).where('id', '=', event.id).execute();
    expect((await open()).body.wall?.poster_path).toBeNull();
  });

  test('is off, and shows nobody, until staff say otherwise', async () => {
    const { open, images, picture } = await buildWall({ isOn: false });
    expect((await open()).body.wall).toMatchObject({ is_on: false, photos: [] });
    expect((await picture(images[0] ?? 0)).statusCode).toBe(404);
    const silent = await buildWall({ agreedBy: null });
    expect((await silent.open()).body.wall).toMatchObject({ is_on: true, photos: [] });
    expect((await silent.picture(silent.images[0] ?? 0)).statusCode).toBe(404);
  });

  test.each<[string, (wall: Wall) => Promise<unknown>]>([
    ['the photo is hidden', ({ images }) => change('images', images[0] ?? 0, { hiddenAt: new Date() })],
    ['the photo moves to a team that did not agree', moveAway],
    ['somebody reports the photo', report],
    ['the album is unpublished', ({ album }) => change('albums', album.id, { publishedAt: null })],
    ['the team withdraws', ({ staff, event, album }) => consent(staff, event.id, [album.id], null)],
    ['the wall is switched off', ({ staff, event }) => turn(staff, event.id, false)],
  ])('drops a photo with the next question when %s', async (_why, act) => {
    const wall = await buildWall();
    const [first = 0] = wall.images;
    expect(await wall.shown()).toContain(first);
    expect((await wall.picture(first)).statusCode).toBe(200);
    await act(wall);
    expect(await wall.shown()).not.toContain(first);
    expect((await wall.picture(first)).statusCode).toBe(404);
  });

  test('ends with its link, whose pictures close too', async () => {
    const { staff, link, open, images } = await buildWall();
    const { auth } = (await open()).body;
    await app.call(endWallLink, { token: staff.token, params: { id: link.id } });
    expect(await open()).toMatchObject({ status: 404 });
    const answer = await app.app.inject({
      url: `/api/wall/pictures/${images[0]}.preview`,
      query: { auth },
    });
    expect(answer.statusCode).toBe(404);
  });

  test('shows no photo of another event, and no more than its limit', async () => {
    const [wall, other] = [await buildWall(), await buildWall()];
    expect((await wall.picture(other.images[0] ?? 0)).statusCode).toBe(404);
    await Promise.all(Array.from({ length: MAX_WALL_PHOTOS }, () => buildImage(app, wall.album)));
    expect(await wall.shown()).toHaveLength(MAX_WALL_PHOTOS);
  });

  test('opens only pictures that it shows, or showed a minute ago', async () => {
    onTestFinished(app.stopClock());
    const wall = await buildWall();
    const [first = 0, second = 0] = wall.images;
    const arrive = (id: number, minutesAgo: number) =>
      change('images', id, { processedAt: minutesFrom(app.context.clock.now(), -minutesAgo) });
    for (const id of wall.images) await arrive(id, 60);
    // Fifty-nine come long before, and push the oldest off; another one pushes off the next.
    for (let i = 0; i < MAX_WALL_PHOTOS - 1; i++) await arrive((await buildImage(app, wall.album)).id, 30);
    expect(await wall.shown()).not.toContain(first);
    expect(await wall.shown()).toContain(second);
    expect((await wall.picture(first)).statusCode).toBe(404);
    await arrive((await buildImage(app, wall.album)).id, 0);
    expect(await wall.shown()).not.toContain(second);
    expect((await wall.picture(second)).statusCode).toBe(200);
    app.advanceMinutes(2);
    expect((await wall.picture(second)).statusCode).toBe(404);
  });

  test('names no person, and sends nothing that the page already has', async () => {
    const { open, link, album } = await buildWall();
    await buildImage(app, album, { photographer: 'Zoe Hidden', fileName: 'MIA-SMITH.JPG' });
    const { body } = await open();
    expect(JSON.stringify(body.wall)).not.toMatch(/zoe hidden|mia-smith|coach kim|morgan customer/i);
    const again = await app.call(openWall, { body: { token: link.token, version: body.version } });
    expect(again.body.wall).toBeNull();
  });
});

describe('consent to the wall', () => {
  test('says who agreed and who recorded it, and is audited', async () => {
    const { staff, event, album } = await buildWall();
    const { body } = await app.call(getWallSettings, { token: staff.token, params: { id: event.id } });
    expect(body).toMatchObject({
      is_on: true,
      teams: [{ album: album.id, agreed_by: 'Coach Kim', recorded_by: 'Morgan Customer' }],
    });
    await consent(staff, event.id, [album.id], null);
    const audit = await app.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `event:${event.id}`)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'wall-link.make',
      'wall.switch',
      'wall.consent',
      'wall.withdraw',
    ]);
  });

  test('is refused for albums of another event, and needs a name', async () => {
    const { staff, event, album } = await buildWall({ agreedBy: null });
    const other = await buildAlbum(app);
    expect(await consent(staff, event.id, [album.id, other.id], 'Coach')).toMatchObject({ status: 404 });
    expect(await consent(staff, event.id, [album.id], '  ')).toMatchObject({ status: 400 });
    expect(await consent(staff, event.id, [], 'Coach')).toMatchObject({ status: 400 });
    expect(await consent(staff, event.id, [album.id], 'x'.repeat(121))).toMatchObject({ status: 400 });
    const { body } = await app.call(getWallSettings, { token: staff.token, params: { id: event.id } });
    expect(body.teams[0]?.agreed_by).toBeNull();
  });
});

function change(table: 'albums' | 'images', id: number, values: object) {
  return app.context.db.updateTable(table).set(values).where('id', '=', id).execute();
}

async function moveAway({ event, images }: { event: { id: number }; images: number[] }) {
  const silent: TestAlbum = await buildAlbum(app, { eventId: event.id, teamName: 'Silent' });
  await change('images', images[0] ?? 0, { albumId: silent.id });
}

async function report({ event, album, images }: Wall) {
  const { id: userId } = await buildUser(app);
  await app.context.db
    .insertInto('reportedPhotos')
    .values({
      imageId: images[0] ?? 0,
      albumId: album.id,
      eventId: event.id,
      userId,
      type: 'other',
      memo: '',
      staffFirst: false,
      createdAt: new Date(),
    })
    .execute();
}
