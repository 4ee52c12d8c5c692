import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { AlbumStanding } from '#contract/rules/view-allowance.ts';
import { purchases } from '#server/modules/orders/order/purchases.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { findAlbum } from './find-album.ts';
import { listMyAlbums } from './my-albums.ts';
import { viewAlbum } from './view-album.ts';

const testApp = startTestApp();

/** Stands in for the orders module. */
function bought(owned: number[], images: { id: number; album: number; image: number }[] = []) {
  return {
    standingsOf: async () =>
      new Map<number, AlbumStanding>([
        ...images.map(({ album }) => [album, { owned: false, boughtImages: 1 }] as const),
        ...owned.map((albumId) => [albumId, { owned: true, boughtImages: 0 }] as const),
      ]),
    ownedImagesOf: async () => images,
    cardPayersAmong: purchases.cardPayersAmong,
    boughtItems: purchases.boughtItems,
  };
}

const actorOf = ({ id }: TestUser) =>
  ({ userId: id, role: 'authenticated', sessionId: '', isProven: true }) as const;

describe('my albums', () => {
  test('are told apart by what was bought', async () => {
    const user = await buildUser(testApp);
    const [free, partly, owned] = [
      await buildAlbum(testApp),
      await buildAlbum(testApp),
      await buildAlbum(testApp),
    ];
    const image = await buildImage(testApp, partly);
    const world = {
      ...testApp.context,
      purchases: bought([owned.id], [{ id: 1, album: partly.id, image: image.id }]),
    };
    for (const album of [free, partly, owned]) {
      const wanted = { albumId: album.id, eventId: album.eventId };
      await findAlbum(world, actorOf(user), wanted);
    }
    const mine = await listMyAlbums(world, user.id);
    expect(mine.found).toMatchObject([
      { album: { id: partly.id }, owned: false, bought_images: 1, views_allowed: 50 },
      { album: { id: free.id }, owned: false, bought_images: 0, views_allowed: 10 },
    ]);
    expect(mine.owned).toMatchObject([{ album: { id: owned.id }, owned: true, views_allowed: 50 }]);
    expect(mine.owned_images).toEqual([{ id: 1, album: partly.id, image: image.id }]);
  });

  test('can be viewed without end when owned, fifty times when an image was bought', async () => {
    const user = await buildUser(testApp);
    const [partly, owned] = [await buildAlbum(testApp), await buildAlbum(testApp)];
    const world = {
      ...testApp.context,
      purchases: bought([owned.id], [{ id: 1, album: partly.id, image: 1 }]),
    };
    const views = async (album: typeof owned) => {
      const wanted = { albumId: album.id, eventId: album.eventId };
      const { id } = await findAlbum(world, actorOf(user), wanted);
      const answers = await Promise.allSettled(
        Array.from({ length: 52 }, () => viewAlbum(world, actorOf(user), id)),
      );
      return answers.filter((answer) => answer.status === 'fulfilled').length;
    };
    expect(await views(partly)).toBe(50);
    expect(await views(owned)).toBe(52);
  });

  test('are five thousand in one answer', async () => {
    const user = await buildUser(testApp);
    const { id: eventId } = await buildEvent(testApp);
    await sql`
      with new_albums as (
        insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier, published_at)
        select ${eventId}::int, 'Program', 'Team ' || i, 'Open', i, 'many-' || i, now()
        from generate_series(1, 5000) i returning id)
      insert into user_found_albums (user_id, album_id, found_by)
      select ${user.id}::int, id, 'search' from new_albums order by id`.execute(testApp.context.db);
    const { status, body } = await testApp.call(foundAlbumEndpoints.myAlbums, { token: user.token });
    expect(status).toBe(200);
    expect(body.found).toHaveLength(5_000);
    expect(body.found[0]?.album.team_name).toBe('Team 5000');
  });
});
