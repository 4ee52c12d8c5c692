import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { getAlbum } from '#server/modules/images/open-album.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { findAlbum } from './find-album.ts';
import { listMyAlbums } from './my-albums.ts';

const testApp = shareTestApp();

const inShop = () => ({ ...testApp.context, purchases });

const actorOf = ({ id }: TestUser) =>
  ({ userId: id, role: 'authenticated', sessionId: '', isVerified: true }) as const;

describe('my albums', () => {
  test('differ by what was bought', async () => {
    const user = await buildUser(testApp);
    const [free, partly, owned] = [
      await buildAlbum(testApp),
      await buildAlbum(testApp),
      await buildAlbum(testApp),
    ];
    const image = await buildImage(testApp, partly);
    await buildEntitlement(testApp, user, owned);
    await buildEntitlement(testApp, user, partly, { imageId: image.id });
    for (const album of [free, partly, owned]) {
      const wanted = { albumId: album.id, eventId: album.eventId };
      await findAlbum(inShop(), actorOf(user), wanted);
    }
    const mine = await listMyAlbums(inShop(), user.id);
    expect(mine.found).toMatchObject([
      { album: { id: partly.id }, owned: false, bought_images: 1, views_allowed: 50 },
      { album: { id: free.id }, owned: false, bought_images: 0, views_allowed: 10 },
    ]);
    expect(mine.owned).toMatchObject([{ album: { id: owned.id }, owned: true, views_allowed: 50 }]);
    expect(mine.owned_images).toMatchObject([{ album: partly.id, image: image.id }]);
  });

  test('come with their events in one statement, and only single photos need a second one', async () => {
    const user = await buildUser(testApp);
    const [event, otherEvent] = [await buildEvent(testApp), await buildEvent(testApp)];
    const albums = [
      await buildAlbum(testApp, { eventId: event.id }),
      await buildAlbum(testApp, { eventId: event.id }),
      await buildAlbum(testApp, { eventId: otherEvent.id }),
    ];
    for (const { id: albumId, eventId } of albums)
      await findAlbum(inShop(), actorOf(user), { albumId, eventId });
    let statements = 0;
    // Jobs run beside the test, so it counts what goes through this database alone.
    const db = testApp.context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const shop = { ...inShop(), db };
    const countStatements = async (work: () => Promise<unknown>) => {
      statements = 0;
      await work();
      return statements;
    };
    const { found } = await listMyAlbums(shop, user.id);
    const eventOf = new Map(found.map(({ album, event: { id } }) => [album.id, id]));
    expect(eventOf).toEqual(new Map(albums.map(({ id, eventId }) => [id, eventId])));
    expect(await countStatements(() => listMyAlbums(shop, user.id))).toBe(1);
    const [album] = albums;
    expect(await countStatements(() => getAlbum(shop, actorOf(user), album?.id ?? 0))).toBe(1);
    const image = await buildImage(testApp, albums[0] as TestAlbum);
    await buildEntitlement(testApp, user, albums[0] as TestAlbum, { imageId: image.id });
    expect(await countStatements(() => listMyAlbums(shop, user.id))).toBe(2);
  });

  test('are five thousand in one answer at most, and the others come page by page', async () => {
    const user = await buildUser(testApp);
    const { id: eventId } = await buildEvent(testApp);
    const { db } = testApp.context;
    await sql`
      with new_albums as (
        insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier, published_at)
        select ${eventId}::int, 'Program', 'Team ' || i, 'Open', i, 'many-' || i, now()
        from generate_series(1, 5010) i returning id)
      insert into user_found_albums (user_id, album_id, found_by)
      select ${user.id}::int, id, 'search' from new_albums order by id`.execute(db);
    const oldest = await db
      .selectFrom('albums')
      .select(['id'])
      .where('eventId', '=', eventId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await buildEntitlement(testApp, user, oldest);
    const list = async (query?: { before?: number; limit?: number }) =>
      (await testApp.call(foundAlbumEndpoints.myAlbums, { token: user.token, ...(query && { query }) })).body;

    const all = await list();
    expect(all.found).toHaveLength(5_000);
    expect(all.found[0]?.album.team_name).toBe('Team 5010');
    expect(all.owned).toMatchObject([{ album: { id: oldest.id } }]);
    const rest = await list({ before: all.found.at(-1)?.id ?? 0 });
    expect(rest.found).toHaveLength(9);
    expect(rest.found.at(-1)?.album.team_name).toBe('Team 2');
    expect(rest).toMatchObject({ owned: [], owned_images: [] });
    expect((await list({ before: rest.found.at(-1)?.id ?? 0 })).found).toEqual([]);

    const first = await list({ limit: 300 });
    expect(first.found).toEqual(all.found.slice(0, 300));
    const second = await list({ limit: 300, before: first.found.at(-1)?.id ?? 0 });
    expect(second.found).toEqual(all.found.slice(300, 600));

    const stranger = await buildUser(testApp);
    const query = { before: all.found[0]?.id ?? 0 };
    const theirs = await testApp.call(foundAlbumEndpoints.myAlbums, { token: stranger.token, query });
    expect(theirs.body).toEqual({ found: [], owned: [], owned_images: [] });
  });
});
