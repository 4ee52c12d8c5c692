import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { favoriteEndpoints, foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { MAX_FAVORITES, MAX_FAVORITES_PER_CALL } from '#contract/rules/albums.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();

function change(user: TestUser, body: { add?: number[]; remove?: number[] }) {
  return testApp.call(favoriteEndpoints.changeFavorites, { token: user.token, body });
}

async function view(user: TestUser, album: TestAlbum): Promise<void> {
  const { token } = user;
  const body = { album: album.id, event: album.eventId };
  const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, { token, body });
  const answer = await testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id: found.id } });
  expect(answer.status).toBe(200);
}

async function buildSeenPhotos(user: TestUser, photos: number) {
  const album = await buildAlbum(testApp);
  const ids: number[] = [];
  for (let i = 0; i < photos; i++) ids.push((await buildImage(testApp, album)).id);
  await view(user, album);
  return { album, ids };
}

describe('favorites', () => {
  test('are added and removed, and repeating a call changes nothing', async () => {
    const user = await buildUser(testApp);
    const { album, ids } = await buildSeenPhotos(user, 2);
    const [first = 0, second = 0] = ids;
    const all = { albums: [{ album: album.uuid, images: ids }], refused: [], left_out: [] };
    expect((await change(user, { add: ids })).body).toEqual(all);
    expect((await change(user, { add: [second, first, first] })).body).toEqual(all);
    expect((await change(user, {})).body).toEqual(all);
    for (let i = 0; i < 2; i++) {
      const { body } = await change(user, { remove: [first] });
      expect(body.albums).toEqual([{ album: album.uuid, images: [second] }]);
    }
    expect((await change(await buildUser(testApp), {})).body.albums).toEqual([]);
  });

  test('of an album that was never opened are refused like photos that do not exist', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    await testApp.call(foundAlbumEndpoints.findAlbum, {
      token: user.token,
      body: { album: album.id, event: album.eventId },
    });
    const add = [image.id, 2_000_000_000];
    expect((await change(user, { add })).body).toEqual({ albums: [], refused: add, left_out: [] });
  });

  test('are hidden while their photo or album is hidden, and come back', async () => {
    const { db } = testApp.context;
    const user = await buildUser(testApp);
    const { album, ids } = await buildSeenPhotos(user, 2);
    await change(user, { add: ids });
    const hide = (hiddenAt: Date | null) =>
      db
        .updateTable('images')
        .set({ hiddenAt })
        .where('id', '=', ids[0] ?? 0)
        .execute();
    await hide(new Date());
    expect((await change(user, {})).body.albums).toEqual([{ album: album.uuid, images: ids.slice(1) }]);
    expect((await change(user, { add: ids })).body).toMatchObject({ refused: [], left_out: [] });
    await hide(null);
    const publish = (publishedAt: Date | null) =>
      db.updateTable('albums').set({ publishedAt }).where('id', '=', album.id).execute();
    await publish(null);
    expect((await change(user, {})).body.albums).toEqual([]);
    await publish(new Date());
    expect((await change(user, {})).body.albums).toEqual([{ album: album.uuid, images: ids }]);
  });

  test(`end at ${MAX_FAVORITES}, also when two devices add at once`, async () => {
    const { db } = testApp.context;
    const user = await buildUser(testApp);
    const { album, ids } = await buildSeenPhotos(user, 4);
    await sql`
      with made as (
        insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height, placeholder)
        select ${album.eventId}, ${album.id}, sha256(n::text::bytea), 0, 1, 'a.jpg', 'ready', 3, 2, ''
        from generate_series(1, ${MAX_FAVORITES - 2}::integer) n returning id)
      insert into favorites (user_id, image_id, created_at) select ${user.id}, id, now() from made`.execute(
      db,
    );
    const [a, b] = await Promise.all([
      change(user, { add: ids.slice(0, 2) }),
      change(user, { add: ids.slice(2) }),
    ]);
    expect(a.body.left_out.length + b.body.left_out.length).toBe(2);
  });

  test('come in bounded lists of ids', async () => {
    const user = await buildUser(testApp);
    const tooMany = Array.from({ length: MAX_FAVORITES_PER_CALL + 1 }, (_, i) => i + 1);
    expect(await change(user, { add: tooMany })).toMatchObject({ status: 400 });
    expect(await change(user, { remove: tooMany })).toMatchObject({ status: 400 });
    expect(await change(user, { add: [-1] })).toMatchObject({ status: 400 });
  });
});
