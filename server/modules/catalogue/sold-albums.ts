import { eventLine, teamLine } from '#contract/rules/title-lines.ts';
import type { Db } from '#server/platform/database.ts';
import { findAlbums } from './albums.queries.ts';
import { eventsById } from './browse-events.ts';

export type SoldAlbum = {
  albumId: number;
  eventId: number;
  isPublished: boolean;
  /** Null where the event has no pricing. */
  sharePriceCents: number | null;
  imagePriceCents: number | null;
  teamName: string;
  title: string;
  eventTitle: string;
};

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
      const [pricing] = event.event_pricings;
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
            eventId: row.eventId,
            isPublished: row.publishedAt !== null,
            sharePriceCents: pricing?.share_price ?? null,
            imagePriceCents: pricing?.image_price ?? null,
            teamName: `${row.programName} ${row.teamName}`.trim(),
            title: teamLine(names),
            eventTitle: eventLine(event),
          },
        ],
      ];
    }),
  );
}
