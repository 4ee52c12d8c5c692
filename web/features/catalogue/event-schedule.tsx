import { useDeferredValue, useMemo } from 'react';
import type { Album, Event } from '#contract/entities/album.ts';
import { displaying, FILTER_LABEL, NO_MATCHES } from '#web/components/album-list-messages.ts';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { buildSchedule, filterSchedule } from './schedule.ts';
import { ScheduleList } from './schedule-list.tsx';

export function EventSchedule({ event, albums }: { event: Event; albums: readonly Album[] }) {
  const { typed, type } = useTypedSearch();
  const text = useDeferredValue(typed);
  const matching = useMemo(() => filterSchedule(albums, event, text), [albums, event, text]);
  const hours = useMemo(() => buildSchedule(matching, event), [matching, event]);
  return (
    <div className="grid gap-5">
      <KeywordField
        label={FILTER_LABEL}
        placeholder="Team, division or order"
        value={typed}
        onChange={type}
      />
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0 ? displaying(matching.length, albums.length) : NO_MATCHES}
      </p>
      <ScheduleList hours={hours} event={event} />
    </div>
  );
}
