import { randomUUID } from 'node:crypto';
import type { SentBody } from '#contract/endpoint.ts';
import { albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import { buildAlbum } from './catalogue-factories.ts';
import { buildUser, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Change = SentBody<typeof albumBatchEndpoints.changeAlbums>;

export function albumBatches(testApp: TestApp, staff: () => TestUser) {
  const publishedOf = async (ids: readonly number[]): Promise<(string | null)[]> => {
    const rows = await testApp.context.db
      .selectFrom('albums')
      .select(['id', 'publishedAt'])
      .where('id', 'in', [...ids])
      .execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.publishedAt ?? null);
  };

  return {
    publishedOf,
    isPublished: async (ids: readonly number[]) => (await publishedOf(ids)).map((moment) => moment !== null),
    change: (body: Omit<Change, 'key'> & { key?: string }) =>
      testApp.call(albumBatchEndpoints.changeAlbums, {
        token: staff().token,
        body: { key: randomUUID(), ...body },
      }),
    undo: (key: string) =>
      testApp.call(albumBatchEndpoints.undoAlbumBatch, { token: staff().token, params: { key } }),
    read: async (key: string) =>
      (await testApp.call(albumBatchEndpoints.getAlbumBatch, { token: staff().token, params: { key } })).body,
    async buildDrafts(count: number, eventId?: number): Promise<number[]> {
      const ids: number[] = [];
      for (let made = 0; made < count; made++) {
        ids.push((await buildAlbum(testApp, { publishedAt: null, ...(eventId && { eventId }) })).id);
      }
      return ids;
    },
    auditOf: (albumId: number) =>
      testApp.context.db
        .selectFrom('auditLog')
        .select(['actorId', 'action', 'before', 'after'])
        .where('subject', '=', `album:${albumId}`)
        .orderBy('id')
        .execute(),
    async follow(programName: string): Promise<TestUser> {
      const follower = await buildUser(testApp);
      await testApp.context.db
        .insertInto('teamSubscriptions')
        .values({ userId: follower.id, programName, teamName: '', divisionName: '' })
        .execute();
      return follower;
    },
    notificationsOf: (userId: number) =>
      testApp.context.db.selectFrom('notifications').select('subject').where('userId', '=', userId).execute(),
    holds: async (userId: number, albumId: number) => {
      const held = await testApp.context.db
        .selectFrom('userFoundAlbums')
        .select('id')
        .where('userId', '=', userId)
        .where('albumId', '=', albumId)
        .execute();
      return held.length > 0;
    },
  };
}
