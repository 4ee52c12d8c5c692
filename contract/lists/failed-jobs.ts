import { type FailedJob, MAX_JOBS_AT_ONCE } from '../endpoints/operations.ts';
import { defineList, openChoiceFilter } from './list.ts';

export const failedJobList = defineList<FailedJob>()({
  name: 'failed-jobs',
  noun: 'job',
  prefix: 'job_',
  columns: {
    failed_at: { label: 'Failed', sort: 'desc', value: ({ failed_at }) => failed_at },
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
    attempts: { label: 'Tries', sort: 'desc', value: ({ attempts }) => attempts },
    error: { label: 'Error', value: ({ error }) => error },
    created_at: { label: 'Created', value: ({ created_at }) => created_at },
    id: { label: 'Number', value: ({ id }) => id },
    payload: { label: 'Payload', value: ({ payload }) => JSON.stringify(payload ?? null) },
  },
  filters: {
    name: openChoiceFilter({ label: 'Job', all: 'All jobs', of: ({ name }) => name }),
  },
  defaultSort: 'failed_at:desc',
  maxSelected: MAX_JOBS_AT_ONCE,
});
