import type { PricedEvent } from '#contract/rules/pricing.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { findAlbums } from './albums.ts';
import { eventsById } from './browse-albums.ts';

export type SoldAlbum = {
  albumId: number;
  /** Names the folder of the album's pictures. */
  uuid: string;
  eventId: number;
  isPublished: boolean;
  /** Albums of archived events are no longer sold. */
  isForSale: boolean;
  pricedEvent: PricedEvent;
  teamName: string;
  team: { programName: string; teamName: string };
  title: string;
  eventName: string;
  eventTitle: string;
};

/** Publishing and unpublishing wait until the transaction ends, so that an album is not sold after it was unpublished. */
export async function lockSoldAlbums(db: Db, albumIds: number[]): Promise<Map<number, SoldAlbum>> {
  await db
    .selectFrom('albums')
    .select('id')
    .where('id', '=', anyOf(albumIds))
    .orderBy('id')
    .forShare()
    .execute();
  return findSoldAlbums(db, albumIds);
}

export async function findSoldAlbums(db: Db, albumIds: number[]): Promise<Map<number, SoldAlbum>> {
  const rows = await findAlbums(db, albumIds);
  const events = await eventsById(
    db,
    rows.map((row) => row.eventId),
  );
  return new Map(
    rows.flatMap((row) => {
      const event = events.get(row.eventId);
      if (!event) return [];
      const names = {
        program_name: row.programName,
        team_name: row.teamName,
        division_name: row.divisionName,
      };
      return [
        [
          row.id,
          {
            albumId: row.id,
            uuid: row.uuid,
            eventId: row.eventId,
            isPublished: row.publishedAt !== null,
            isForSale: row.publishedAt !== null && !event.archived,
            pricedEvent: event,
            teamName: `${row.programName} ${row.teamName}`.trim(),
            team: { programName: row.programName, teamName: row.teamName },
            title: teamLine(names),
            eventName: event.name,
            eventTitle: eventLine(event),
          },
        ],
      ];
    }),
  );
}
