import { createHash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { givePosterCodes } from '#server/modules/catalogue/poster-codes.ts';
import { stretchEvents } from '#server/modules/catalogue/schedule.ts';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import type { Albums, Events, Images } from '#server/platform/database/database.gen.ts';
import type { TestApp } from './test-app.ts';

type WithContext = Pick<TestApp, 'context'>;

export async function buildEvent({ context }: WithContext, fields: Partial<Insertable<Events>> = {}) {
  const event = await context.db
    .insertInto('events')
    .values({
      name: 'Winter Classic',
      brandName: 'Encore Spirit',
      producerName: 'Big Top Productions',
      venueName: 'Arena North',
      city: 'Austin',
      state: 'TX',
      startDate: '2026-11-14',
      timeZone: 'America/Chicago',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await givePosterCodes(context.db, [{ eventId: event.id }]);
  return event;
}

export type TestAlbum = Awaited<ReturnType<typeof buildAlbum>>;

/** The album is published and gets its own event by default. */
export async function buildAlbum(testApp: WithContext, fields: Partial<Insertable<Albums>> = {}) {
  const { db } = testApp.context;
  const album = await db
    .insertInto('albums')
    .values({
      eventId: fields.eventId ?? (await buildEvent(testApp)).id,
      programName: 'Star Athletics',
      teamName: 'Comets',
      divisionName: 'Senior 4',
      performanceOrder: 12,
      identifier: randomUUID(),
      publishedAt: new Date(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await givePosterCodes(db, [{ albumId: album.id }]);
  if (album.plannedAt !== null) await stretchEvents(db, [album.id]);
  return album;
}

export type ImageFiles = { thumb?: Buffer; preview?: Buffer; original?: Buffer };

/** The image is processed and its files are in storage. */
export async function buildImage(
  { context }: WithContext,
  album: Pick<TestAlbum, 'id' | 'uuid' | 'eventId'>,
  { files = {}, ...fields }: Partial<Insertable<Images>> & { files?: ImageFiles } = {},
) {
  const original = files.original ?? Buffer.from(`\xff\xd8\xff original ${randomUUID()}`, 'latin1');
  const contentHash = createHash('sha256').update(original).digest();
  const image = await context.db
    .insertInto('images')
    .values({
      eventId: album.eventId,
      albumId: album.id,
      contentHash,
      crc32: 0,
      sizeBytes: original.length,
      fileName: 'DSC_0001.JPG',
      state: 'ready',
      width: 1600,
      height: 1067,
      placeholder: 'EQgGHwSHd4eAiHh3h3h4eAeH',
      capturedAt: new Date('2026-11-14T18:00:00Z'),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { storage } = context;
  await storage.put(
    derivativeKey(album.uuid, image.id, 'thumb'),
    files.thumb ?? Buffer.from(`thumb ${image.id}`),
  );
  await storage.put(
    derivativeKey(album.uuid, image.id, 'preview'),
    files.preview ?? Buffer.from(`preview ${image.id}`),
  );
  await storage.put(originalKey(album.eventId, contentHash), original);
  return image;
}
