import { sql } from 'kysely';
import { photoLinkList } from '#contract/lists/users.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';

const linksAt = (now: Date) => sql`(
  select photo_links.id, photo_links.user_id as user, ${SHOWN_NAME} as user_name, photo_links.label,
    photo_links.album_id as album, trim(albums.program_name || ' ' || albums.team_name) as title, events.id as event,
    events.name as event_name, cardinality(photo_links.image_ids) as photos,
    photo_links.allows_downloads as downloads, photo_links.created_at, photo_links.ends_at,
    photo_links.last_opened_at, case when photo_links.ended_at is not null then 'ended'
      when photo_links.ends_at <= ${now} then 'expired' else 'works' end as status
  from photo_links join users on users.id = photo_links.user_id
    join albums on albums.id = photo_links.album_id join events on events.id = albums.event_id
) links`;

const WORDS = sql<string>`search_text(concat_ws(' ', links.user_name, links.title, links.event_name, links.label))`;

export const photoLinkSource = (now: Date) =>
  sqlList(photoLinkList, {
    from: linksAt(now),
    select: sql`links.id, links.user, links.user_name, links.label, links.album, links.title, links.event,
      links.event_name, links.photos, links.downloads, ${isoTime('links.created_at')} as created_at,
      ${isoTime('links.ends_at')} as ends_at, ${isoTime('links.last_opened_at')} as last_opened_at, links.status`,
    id: sortPart('links.id', 'bigint'),
    sorts: {
      created_at: [sortPart('links.created_at', 'timestamptz')],
      photos: [sortPart('links.photos', 'bigint')],
      ends_at: [sortPart('links.ends_at', 'timestamptz')],
      last_opened_at: [sortPart(sql`coalesce(links.last_opened_at, '-infinity')`, 'timestamptz')],
    },
    where: ({ q, status }) => [
      ...(q ? [hasKeywords(WORDS, splitKeywords(q))] : []),
      ...(status ? [sql<boolean>`links.status = ${status}`] : []),
    ],
  });
