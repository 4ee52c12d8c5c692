import { useDeferredValue, useMemo } from 'react';
import type { Album, Event } from '#contract/entities/album.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { buildSchedule, filterSchedule } from './schedule.ts';
import { ScheduleList } from './schedule-list.tsx';

export function EventSchedule({ event, albums }: { event: Event; albums: readonly Album[] }) {
  const { typed, type } = useTypedSearch();
  const text = useDeferredValue(typed);
  const matching = useMemo(() => filterSchedule(albums, event, text), [albums, event, text]);
  const hours = useMemo(() => buildSchedule(matching, event), [matching, event]);
  if (albums.length === 0) {
    return (
      <EmptyState title="No albums yet" sentence="Photos appear here soon after the first performance." />
    );
  }
  return (
    <div className="grid gap-5">
      <KeywordField
        label="Filter this event by keywords"
        placeholder="Team, division or order"
        value={typed}
        onChange={type}
      />
      <p role="status" className="text-14 text-ink-2 tabular-nums">
        {matching.length > 0
          ? `Displaying (${matching.length} of ${albums.length} albums)`
          : 'No albums found matching your search criteria.'}
      </p>
      <ScheduleList hours={hours} event={event} />
    </div>
  );
}
