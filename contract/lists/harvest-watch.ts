import type { HarvestRow } from '../entities/harvest-row.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const harvestWatchList = defineList<HarvestRow>()({
  name: 'harvest-watch',
  noun: 'account',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    name: { label: 'Account', value: ({ name }) => name },
    email: { label: 'E-mail', value: ({ email }) => email, isHidden: true },
    programs_opened: { label: 'Programs', sort: 'desc', value: ({ programs_opened }) => programs_opened },
    programs_unbought: {
      label: 'Not bought',
      sort: 'desc',
      value: ({ programs_unbought }) => programs_unbought,
    },
    albums_opened: { label: 'Albums', sort: 'desc', value: ({ albums_opened }) => albums_opened },
    albums_bought: { label: 'Albums bought', sort: 'asc', value: ({ albums_bought }) => albums_bought },
    pictures: { label: 'Pictures', sort: 'desc', value: ({ pictures }) => pictures },
    shares_with: {
      label: 'Same device as',
      value: ({ shares_with }) => shares_with.map(({ name, by }) => `${name} (${by})`).join(', '),
    },
    first_seen_at: { label: 'First seen', sort: 'desc', value: ({ first_seen_at }) => first_seen_at },
    last_seen_at: { label: 'Last seen', sort: 'desc', value: ({ last_seen_at }) => last_seen_at },
    state: {
      label: 'State',
      value: ({ suspended_at }) => (suspended_at === null ? 'active' : 'suspended'),
    },
  },
  filters: {
    q: searchFilter<HarvestRow>({ label: 'Find accounts', placeholder: 'Name or e-mail' }),
    state: choiceFilter({
      label: 'State',
      all: 'All accounts',
      options: { active: 'Active', suspended: 'Suspended' },
    }),
  },
  defaultSort: 'programs_unbought:desc',
});
