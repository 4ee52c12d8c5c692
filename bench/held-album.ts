import type { BenchApp } from './bench-app.ts';

const NO_NAMES = { brandName: '', producerName: '', venueName: '', city: '', state: '' };

/** The customers hold the album, because a picture is only sent to somebody who may see it now. */
export async function heldAlbum({ context: { db } }: BenchApp, userIds: number | number[]): Promise<string> {
  const event = await db
    .insertInto('events')
    .values({ ...NO_NAMES, name: 'Bench Cup', startDate: '2026-11-14' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const album = await db
    .insertInto('albums')
    .values({
      eventId: event.id,
      programName: 'Star Athletics',
      teamName: 'Comets',
      divisionName: 'Senior 4',
      performanceOrder: 1,
      identifier: `bench ${event.id}`,
      publishedAt: new Date(),
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const found = [userIds].flat().map((userId) => ({ userId, albumId: album.id, foundBy: 'opened' as const }));
  await db.insertInto('userFoundAlbums').values(found).execute();
  return album.uuid;
}
