import type { TestAlbum } from './catalogue-factories.ts';
import { buildUser, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Writes what opening an album leaves, and what each view of it adds. */
export async function buildHolding(
  { context: { db } }: TestApp,
  { id: userId }: Pick<TestUser, 'id'>,
  { id: albumId }: Pick<TestAlbum, 'id'>,
  { viewsUsed = 0 }: { viewsUsed?: number } = {},
): Promise<{ id: number }> {
  return db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId, foundBy: 'opened', viewsUsed })
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ viewsUsed }))
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A customer who may see the previews of an album. */
export async function buildViewer(testApp: TestApp, album: Pick<TestAlbum, 'id'>): Promise<TestUser> {
  const user = await buildUser(testApp);
  await buildHolding(testApp, user, album, { viewsUsed: 1 });
  return user;
}
