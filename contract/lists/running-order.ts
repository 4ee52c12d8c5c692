import type { RunningOrderLine } from '../endpoints/ingest.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

/** `planned_time` is the time on a clock at the event, as the import reads it. */
export type Performance = RunningOrderLine & { planned_time: string | null };

const MINUTE_MS = 60_000;

/** Compared with the announced time; negative when the performance is early. */
export function minutesLate({ planned_at, announced_at }: RunningOrderLine): number {
  if (planned_at === null || announced_at === null) return 0;
  return Math.round((Date.parse(planned_at) - Date.parse(announced_at)) / MINUTE_MS);
}

/** The columns with a value are those that the import reads, so that the CSV file can be imported again. */
export const runningOrderList = defineList<Performance>()({
  name: 'running-order',
  noun: 'performance',
  prefix: 'order_',
  columns: {
    performance_order: { label: 'Order', sort: 'asc', value: (row) => row.performance_order },
    program: { label: 'Program', isHidden: true, value: ({ program_name }) => program_name },
    team: { label: 'Team', isHidden: true, value: ({ team_name }) => team_name },
    album: { label: 'Album', sort: 'asc', sortValue: (row) => `${row.program_name} ${row.team_name}` },
    division: { label: 'Division', sort: 'asc', value: ({ division_name }) => division_name },
    planned_time: {
      label: 'Planned',
      sort: 'asc',
      value: ({ planned_time }) => planned_time,
      sortValue: ({ planned_at }) => (planned_at === null ? null : Date.parse(planned_at)),
    },
    delay: { label: 'Delay', sort: 'desc', sortValue: minutesLate },
    photos: { label: 'Photos', sort: 'desc', sortValue: ({ images_count }) => images_count },
    state: { label: 'State' },
  },
  filters: {
    q: searchFilter({
      label: 'Find in the running order',
      placeholder: 'Order, program, team, division',
      of: (row) =>
        [`#${row.performance_order}`, row.program_name, row.team_name, row.division_name].join('\n'),
    }),
    show: choiceFilter({
      label: 'Show',
      all: 'All',
      options: { no_photos: 'No photos', unpublished: 'Not published', delayed: 'Delayed' },
      matches: (row: Performance, value) => {
        if (value === 'no_photos') return row.images_count === 0;
        return value === 'delayed' ? minutesLate(row) > 0 : row.published_at === null;
      },
    }),
  },
  defaultSort: 'performance_order:asc',
});
