import { TRACE_STATES, type Trace } from '../entities/trace.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const traceList = defineList<Trace>()({
  name: 'traces',
  noun: 'search',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    photo: { label: 'Photo', value: ({ photo }) => photo?.title ?? '' },
    state: { label: 'Result', value: ({ state }) => TRACE_STATES[state] },
    reason: { label: 'Reason', value: ({ reason }) => reason },
    scope: { label: 'Searched', value: ({ scope }) => scope, isHidden: true },
    started_by: { label: 'Started by', value: ({ started_by }) => started_by },
    started_at: { label: 'Date', sort: 'desc', value: ({ started_at }) => started_at },
  },
  filters: {
    q: searchFilter<Trace>({ label: 'Find searches', placeholder: 'Photo or reason' }),
    state: choiceFilter({ label: 'Result', all: 'All results', options: TRACE_STATES }),
  },
  defaultSort: 'started_at:desc',
});
