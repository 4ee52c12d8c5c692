import { type RawBuilder, sql } from 'kysely';
import type { PhotoLinkRow } from '#contract/entities/links.ts';
import { photoLinkList } from '#contract/lists/users.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

export type PhotoLinkRecord = {
  id: number;
  userId: number;
  userName: string;
  label: string;
  albumId: number;
  title: string;
  eventId: number;
  eventName: string;
  photos: number;
  allowsDownloads: boolean;
  createdAt: string;
  endsAt: string;
  endedAt: string | null;
  lastOpenedAt: string | null;
};

const links = sql`(
  select photo_links.id, photo_links.user_id, users.name as user_name, photo_links.label, photo_links.album_id,
    trim(albums.program_name || ' ' || albums.team_name) as title, events.id as event_id, events.name as event_name,
    cardinality(photo_links.image_ids) as photos, photo_links.allows_downloads, photo_links.created_at,
    photo_links.ends_at, photo_links.ended_at, photo_links.last_opened_at
  from photo_links join users on users.id = photo_links.user_id
    join albums on albums.id = photo_links.album_id join events on events.id = albums.event_id
) links`;

const WORDS = sql<string>`search_text(concat_ws(' ', links.user_name, links.title, links.event_name, links.label))`;

export function photoLinkSource(clock: Clock) {
  return sqlList<typeof photoLinkList, PhotoLinkRecord>(photoLinkList, {
    from: links,
    select: sql`links.*`,
    id: sortPart('links.id', 'bigint'),
    sorts: {
      created_at: [sortPart('links.created_at', 'timestamptz')],
      photos: [sortPart('links.photos', 'bigint')],
      ends_at: [sortPart('links.ends_at', 'timestamptz')],
      last_opened_at: [sortPart(sql`coalesce(links.last_opened_at, '-infinity')`, 'timestamptz')],
    },
    where: ({ q, status }) => [
      ...(q ? [hasKeywords(WORDS, splitKeywords(q))] : []),
      ...(status ? [isStatus(status, clock.now())] : []),
    ],
    toRows: (records) => records.map((record) => toWirePhotoLinkRow(record, clock.now())),
  });
}

function isStatus(status: PhotoLinkRow['status'], now: Date): RawBuilder<boolean> {
  if (status === 'ended') return sql`links.ended_at is not null`;
  const isOver = status === 'expired' ? sql`links.ends_at <= ${now}` : sql`links.ends_at > ${now}`;
  return sql`(links.ended_at is null and ${isOver})`;
}

export function toWirePhotoLinkRow(record: PhotoLinkRecord, now: Date): PhotoLinkRow {
  const endsAt = toIso(record.endsAt);
  // PostgreSQL writes .120 seconds as .12, so comparing the texts could give the wrong order.
  const isOver = Date.parse(endsAt) <= now.getTime();
  return {
    id: record.id,
    user: record.userId,
    user_name: record.userName,
    label: record.label,
    album: record.albumId,
    title: record.title,
    event: record.eventId,
    event_name: record.eventName,
    photos: record.photos,
    downloads: record.allowsDownloads,
    created_at: toIso(record.createdAt),
    ends_at: endsAt,
    last_opened_at: toIsoOrNull(record.lastOpenedAt),
    status: record.endedAt ? 'ended' : isOver ? 'expired' : 'works',
  };
}
