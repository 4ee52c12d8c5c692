// The words that fill the pages of web/first-pages.tsx. They are what visitors may know anyway: no photo and no person.

import type { Album, Event } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import type { Poster, PosterTeamRow } from '#server/modules/catalogue/posters.ts';
import type { FirstWords } from '#server/platform/http/page-tags.ts';
import { teamOf } from './link-words.ts';

export function posterWords({ code, event, albumsUp }: Poster, team: PosterTeamRow): FirstWords {
  const { name, brand_name, venue_name, city, state, start_date } = event;
  return {
    page: team.isUp ? 'poster-up' : 'poster-soon',
    data: `/api/posters/${team.code}`,
    words: {
      CODE: team.code,
      EVENT_CODE: code,
      EVENT: name,
      BRAND: brand_name,
      DAY: `${weekdayOf(start_date)}, ${start_date.slice(0, 4)}`,
      PLACE: [venue_name, city, state].filter(Boolean).join(', '),
      TEAM: `${team.programName} ${team.teamName}`.trim(),
      DIVISION: team.divisionName,
      ORDER: String(team.performanceOrder),
      LIVE:
        albumsUp === 0
          ? 'No photos are up yet'
          : `${albumsUp} ${albumsUp === 1 ? 'album is' : 'albums are'} up`,
    },
  };
}

export function albumWords(album: Album, event: Event, price: string): FirstWords {
  const day = album.planned_at ? dayInZone(album.planned_at, event.time_zone) : event.start_date;
  return {
    page: 'album',
    data: `/api/albums/uuid/${album.uuid}`,
    words: {
      UUID: album.uuid,
      ALBUM_ID: String(album.id),
      EVENT_ID: String(event.id),
      TEAM: teamOf(album),
      DIVISION: album.division_name,
      ORDER: String(album.performance_order),
      PHOTOS: album.images_count.toLocaleString('en-US'),
      PHOTO_COUNT: String(album.images_count),
      PRICE: price,
      DATE: `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
      ISO_DATE: day,
      EVENT_LINE: [eventLine(event), event.venue_name].filter(Boolean).join('. '),
    },
  };
}

function dayInZone(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment));
}

function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
}
