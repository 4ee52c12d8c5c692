import type { BenchApp } from './bench-app.ts';

const NO_NAMES = { brandName: '', producerName: '', venueName: '', city: '', state: '' };

/** The customer holds the album, because a picture is only sent to somebody who may see it now. */
export async function heldAlbum({ context: { db } }: BenchApp, userId: number): Promise<string> {
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
  await db.insertInto('userFoundAlbums').values({ userId, albumId: album.id, foundBy: 'opened' }).execute();
  return album.uuid;
}
