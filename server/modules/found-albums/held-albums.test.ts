// What a customer sees of albums is never old and never somebody else's.
import { expect, test } from 'vitest';
import type { UserAlbumState } from '#contract/entities/album.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { holdAlbum } from './found-albums.queries.ts';
import { listMyAlbums } from './my-albums.ts';

const testApp = startTestApp();
/** It receives no live events, so it must ask the database with every call. */
const second = startSecondProcess(testApp, { isDeaf: true });

const hold = (user: TestUser, album: TestAlbum) =>
  holdAlbum(testApp.context.db, { userId: user.id, albumId: album.id, foundBy: 'search' });

async function albumsAt({ token }: TestUser): Promise<UserAlbumState> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await second.app.inject({ url: '/api/user-found-albums/me', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const changeAlbum = (album: TestAlbum, change: { teamName?: string; publishedAt?: null }) =>
  testApp.context.db.updateTable('albums').set(change).where('id', '=', album.id).execute();

test('a change of an album or its event is shown at once in every process', async () => {
  const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
  await hold(user, album);
  expect((await albumsAt(user)).found).toMatchObject([{ album: { team_name: 'Comets' } }]);
  await changeAlbum(album, { teamName: 'Meteors' });
  expect((await albumsAt(user)).found).toMatchObject([{ album: { team_name: 'Meteors' } }]);
  const { db } = testApp.context;
  await db.updateTable('events').set({ name: 'Spring Open' }).where('id', '=', album.eventId).execute();
  expect((await albumsAt(user)).found).toMatchObject([{ event: { name: 'Spring Open' } }]);
  await changeAlbum(album, { publishedAt: null });
  expect((await albumsAt(user)).found).toEqual([]);
});

test('a purchase that ends takes the clean cover and the album away at once in every process', async () => {
  const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
  await buildImage(testApp, album);
  await hold(user, album);
  await buildEntitlement(testApp, user, album);
  const scopeOf = (auth: string | null | undefined) => auth?.split('.')[2]?.[0];
  const before = await albumsAt(user);
  expect([before.found.length, scopeOf(before.owned[0]?.album.cover_auth)]).toEqual([0, 'c']);
  const { db } = testApp.context;
  await db.updateTable('entitlements').set({ state: 'suspended' }).where('userId', '=', user.id).execute();
  const after = await albumsAt(user);
  expect([after.owned.length, scopeOf(after.found[0]?.album.cover_auth)]).toEqual([0, 't']);
  await changeAlbum(album, { publishedAt: null });
  expect(await albumsAt(user)).toMatchObject({ found: [], owned: [] });
});

test('two customers with the same album each get their own token, views and purchases', async () => {
  const [anna, ben, album] = [await buildUser(testApp), await buildUser(testApp), await buildAlbum(testApp)];
  await buildImage(testApp, album);
  const annasId = await hold(anna, album);
  await hold(ben, album);
  await testApp.context.db.insertInto('userAlbumViews').values({ foundAlbumId: annasId }).execute();
  await testApp.context.db
    .updateTable('userFoundAlbums')
    .set({ viewsUsed: 1 })
    .where('id', '=', annasId)
    .execute();
  const [ofAnna, ofBen] = [await albumsAt(anna), await albumsAt(ben)].map(({ found }) => found[0]);
  const userOf = (auth: string | null | undefined) => Number.parseInt(auth?.split('.')[1] ?? '', 36);
  expect(userOf(ofAnna?.album.cover_auth)).toBe(anna.id);
  expect(userOf(ofBen?.album.cover_auth)).toBe(ben.id);
  expect([ofAnna?.user_album_views.length, ofBen?.user_album_views.length]).toEqual([1, 0]);
});

test('a transaction sees its own changes of an album, and others the last of them', async () => {
  const [user, album] = [await buildUser(testApp), await buildAlbum(testApp)];
  await hold(user, album);
  const teamSeenBy = async (db: typeof testApp.context.db) =>
    (await listMyAlbums({ ...testApp.context, db, purchases }, user.id)).found[0]?.album.team_name;
  await testApp.context.db.transaction().execute(async (tx) => {
    for (const teamName of ['Meteors', 'Rockets']) {
      await tx.updateTable('albums').set({ teamName }).where('id', '=', album.id).execute();
      expect(await teamSeenBy(tx)).toBe(teamName);
    }
  });
  expect(await teamSeenBy(testApp.context.db)).toBe('Rockets');
});

test('a page lists what was found, what is owned and the single photos', async () => {
  const user = await buildUser(testApp);
  const [owned, plain] = [
    await buildAlbum(testApp),
    await buildAlbum(testApp, { teamName: 'A "b" \\ \u2028' }),
  ];
  const image = await buildImage(testApp, plain);
  for (const album of [owned, plain]) await hold(user, album);
  await buildEntitlement(testApp, user, owned);
  await buildEntitlement(testApp, user, plain, { imageId: image.id });
  const listed = await listMyAlbums({ ...testApp.context, purchases }, user.id);
  expect(listed).toMatchObject({
    found: [{ album: { id: plain.id, team_name: 'A "b" \\ \u2028' } }],
    owned: [{ album: { id: owned.id } }],
    owned_images: [{ image: image.id }],
  });
  expect(await albumsAt(user)).toEqual(listed);
});
