import type { Wall, WallTeam } from '#contract/endpoints/wall.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import type { Performance } from '#server/modules/catalogue/schedule.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import type { listConsents, listShownAlbums, WallRow } from './wall.queries.ts';

type WallFacts = {
  event: Event;
  code: string | undefined;
  isOn: boolean;
  albums: Awaited<ReturnType<typeof listShownAlbums>>;
  photos: WallRow[];
};

export function toWireWall({ event, code, isOn, albums, photos }: WallFacts): Wall {
  const teams = new Map(
    albums.map(({ id, programName, teamName }) => [id, `${programName} ${teamName}`.trim()]),
  );
  return {
    event: { name: event.name, venue_name: event.venue_name },
    poster_path: code === undefined ? null : `/e/${code}`,
    is_on: isOn,
    photos: photos.map(({ id, width, height, placeholder, albumId }) => ({
      id,
      width: width ?? 0,
      height: height ?? 0,
      placeholder,
      team: teams.get(albumId) ?? '',
    })),
  };
}

type Consent = Awaited<ReturnType<typeof listConsents>>[number];

export function toWireTeam(
  performance: Performance,
  consent: Consent | undefined,
  people: ReadonlyMap<number, Person>,
): WallTeam {
  return {
    album: performance.id,
    performance_order: performance.performanceOrder,
    program_name: performance.programName,
    team_name: performance.teamName,
    published: performance.publishedAt !== null,
    agreed_by: consent?.agreedBy ?? null,
    recorded_by: consent ? (people.get(consent.recordedBy ?? 0)?.name ?? 'A former account') : null,
    recorded_at: consent ? toIso(consent.recordedAt) : null,
  };
}
