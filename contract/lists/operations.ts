import { type FailedJob, MAX_JOBS_AT_ONCE } from '#contract/endpoints/operations.ts';
import {
  LEAK_SEARCH_STATES,
  type LeakSearch,
  type ScraperRow,
  type UnusualAct,
} from '#contract/entities/staff-rows.ts';
import { PROGRAM_DAYS } from '#contract/rules/albums.ts';
import { choiceFilter, defineList, openChoiceFilter, searchFilter } from './list.ts';

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

export const leakSearchList = defineList<LeakSearch>()({
  name: 'traces',
  noun: 'search',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    photo: { label: 'Photo', value: ({ photo }) => photo?.title ?? '' },
    state: { label: 'Result', value: ({ state }) => LEAK_SEARCH_STATES[state] },
    reason: { label: 'Reason', value: ({ reason }) => reason },
    scope: { label: 'Searched', value: ({ scope }) => scope, isHidden: true },
    started_by: { label: 'Started by', value: ({ started_by }) => started_by },
    started_at: { label: 'Date', sort: 'desc', value: ({ started_at }) => started_at },
  },
  filters: {
    q: searchFilter<LeakSearch>({ label: 'Find searches', placeholder: 'Photo or reason' }),
    state: choiceFilter({ label: 'Result', all: 'All results', options: LEAK_SEARCH_STATES }),
  },
  defaultSort: 'started_at:desc',
});

const ACTS: Record<UnusualAct, { did: (count: number) => string; does: string }> = {
  previews: { did: (count) => `Saw ${count.toLocaleString('en-US')} photos in a day`, does: 'sees' },
  albums: { did: (count) => `Opened ${count} albums in a day`, does: 'opens' },
  programs: {
    did: (count) => `Opened ${count} programs in ${PROGRAM_DAYS} days without buying`,
    does: 'opens',
  },
};

/** Says why an account is on the list. */
export function describeActivity({ why, suspension_reason }: ScraperRow): string {
  if (why.length === 0) return suspension_reason ?? 'Suspended';
  const reasons = why.map(({ act, count, typical }) => {
    const { did, does } = ACTS[act];
    // On a young site the account itself can be the typical one.
    return typical < count ? `${did(count)}; a typical family ${does} ${typical}` : did(count);
  });
  return reasons.join('. ');
}

export function nameNeighbors({ shares_with }: ScraperRow): string {
  return shares_with.map(({ name, by }) => `${name} (${by === 'device' ? 'device' : 'network'})`).join(', ');
}

export const scrapingMonitorList = defineList<ScraperRow>()({
  name: 'scraping-monitor',
  namesCustomers: true,
  noun: 'account',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    name: { label: 'Account', value: ({ name }) => name },
    email: { label: 'Email', value: ({ email }) => email, isHidden: true },
    why: { label: 'Why', sort: 'desc', value: describeActivity },
    programs_opened: { label: 'Programs', value: ({ programs_opened }) => programs_opened, isHidden: true },
    programs_unbought: {
      label: 'Programs not bought',
      value: ({ programs_unbought }) => programs_unbought,
      isHidden: true,
    },
    albums_opened: { label: 'Albums', value: ({ albums_opened }) => albums_opened, isHidden: true },
    albums_bought: { label: 'Bought', sort: 'asc', value: ({ albums_bought }) => albums_bought },
    pictures: { label: 'Photos seen', value: ({ pictures }) => pictures, isHidden: true },
    shares_with: {
      label: 'Same device or network',
      value: nameNeighbors,
    },
    first_seen_at: { label: 'Joined', value: ({ first_seen_at }) => first_seen_at, isHidden: true },
    last_seen_at: { label: 'Last seen', sort: 'desc', value: ({ last_seen_at }) => last_seen_at },
    state: {
      label: 'State',
      value: ({ suspended_at }) => (suspended_at === null ? 'active' : 'suspended'),
    },
  },
  filters: {
    q: searchFilter<ScraperRow>({ label: 'Find accounts', placeholder: 'Name or email' }),
    state: choiceFilter({
      label: 'State',
      all: 'All accounts',
      options: { active: 'Active', suspended: 'Suspended' },
    }),
  },
  defaultSort: 'why:desc',
});
