import type { Album, Event } from '#contract/entities/album.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { dayInZone, formatHour, formatWeekday } from '#web/lib/formats.ts';

export type ScheduleHour = {
  key: string;
  /** Undefined while the running order gives no times. */
  hour: string | undefined;
  /** Set where a new day begins. */
  day: string | undefined;
  albums: Album[];
};

function hourKey({ planned_at }: Album, timeZone: string): string {
  if (!planned_at) return 'no time';
  return `${dayInZone(planned_at, timeZone)} ${formatHour(planned_at, timeZone, 'en-US')}`;
}

/** Hours are those of the event's time zone. */
export function buildSchedule(albums: readonly Album[], event: Event): ScheduleHour[] {
  const inOrder = albums.toSorted((a, b) => a.performance_order - b.performance_order);
  let lastDay: string | undefined;
  return [...Map.groupBy(inOrder, (album) => hourKey(album, event.time_zone))].map(([key, ofHour]) => {
    const plannedAt = ofHour[0]?.planned_at;
    const day = plannedAt ? dayInZone(plannedAt, event.time_zone) : undefined;
    const isNewDay = day !== undefined && day !== lastDay;
    lastDay = day ?? lastDay;
    return {
      key,
      hour: plannedAt ? formatHour(plannedAt, event.time_zone) : undefined,
      day: isNewDay && day ? formatWeekday(day) : undefined,
      albums: ofHour,
    };
  });
}

export function filterSchedule(albums: readonly Album[], event: Event, text: string): readonly Album[] {
  const keywords = splitKeywords(text);
  if (keywords.length === 0) return albums;
  return albums.filter((album) => hasEveryKeyword(keywordHaystack({ album, event }), keywords));
}
