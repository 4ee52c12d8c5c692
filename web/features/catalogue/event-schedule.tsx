import { useDeferredValue, useMemo } from 'react';
import type { Album, Event } from '#contract/entities/album.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { displaying, filterLabel, noMatches } from '#web/components/album-list-messages.ts';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { dayInZone, formatHour, formatWeekday } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { ScheduleRow } from './schedule-row.tsx';

export function EventSchedule({ event, albums }: { event: Event; albums: readonly Album[] }) {
  const { typed, type } = useTypedSearch();
  const text = useDeferredValue(typed);
  const matching = useMemo(() => filterSchedule(albums, event, text), [albums, event, text]);
  const hours = useMemo(() => buildSchedule(matching, event), [matching, event]);
  return (
    <div className="grid gap-5">
      <KeywordField
        label={filterLabel()}
        placeholder={i18n.t('Team, division or number')}
        value={typed}
        onChange={type}
      />
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0 ? displaying(matching.length, albums.length) : noMatches()}
      </p>
      <ScheduleList hours={hours} event={event} />
    </div>
  );
}

function ScheduleList({ hours, event }: { hours: readonly ScheduleHour[]; event: Event }) {
  return (
    <div className="grid gap-4 desk:gap-0">
      {hours.map(({ key, hour, day, albums }) => (
        <section
          key={key}
          aria-label={[day, hour].filter(Boolean).join(', ') || i18n.t('No time yet')}
          className="grid border-line desk:grid-cols-[120px_minmax(0,1fr)] desk:border-t desk:py-3"
        >
          {(hour || hours.length > 1) && (
            <h2 className="flex items-baseline gap-2 py-1.5 desk:sticky desk:top-[80px] desk:grid desk:gap-0 desk:self-start desk:py-4">
              {day && <span className="text-13 font-[650] text-ink-2">{day}</span>}
              {hour ? (
                <span className="font-num text-22 leading-none font-semibold desk:text-28">{hour}</span>
              ) : (
                <span className="text-13 font-[650] text-ink-2">{i18n.t('No time yet')}</span>
              )}
            </h2>
          )}
          <ul className="-mx-2 divide-y divide-line only:col-span-full desk:mx-0">
            {albums.map((album) => (
              <li key={album.id}>
                <ScheduleRow album={album} event={event} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type ScheduleHour = {
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
