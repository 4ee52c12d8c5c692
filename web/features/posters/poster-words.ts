import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import { countOf } from '#web/lib/count-words.ts';
import { dayInZone, formatTimeOfDay, formatWeekday, todayIsoDate } from '#web/lib/formats.ts';

type PosterEvent = Poster['event'];

export function placeOf({ venue_name, city, state }: PosterEvent): string {
  return [venue_name, city, state].filter(Boolean).join(', ');
}

/** The time of day at the venue, with the weekday unless it is today. */
export function timeOf(team: PosterTeam, event: PosterEvent, today = todayIsoDate()): string | undefined {
  if (team.planned_at === null) return undefined;
  const time = formatTimeOfDay(team.planned_at, event.time_zone);
  const day = dayInZone(team.planned_at, event.time_zone);
  return day === today ? time : `${formatWeekday(day)}, ${time}`;
}

/** What visitors at the venue want to know first. */
export function liveLine({ albums_up, team, event }: Poster): string {
  if (team?.is_up) return 'The photos of this team are up';
  const time = team && timeOf(team, event);
  const yours = time ? `, yours performs ${time.includes(',') ? 'on' : 'at'} ${time}` : '';
  if (albums_up === 0) return time ? `No photos are up yet${yours}` : 'No photos are up yet';
  return `${countOf(albums_up, 'album')} ${albums_up === 1 ? 'is' : 'are'} up${yours}`;
}
