import type { UserSummary } from '../entities/user.ts';
import type { Role } from '../rules/permissions.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const ROLE_NAMES: Record<Role, string> = {
  authenticated: 'Customer',
  customer_support: 'Support',
  analyst: 'Analyst',
  super: 'Super',
};

export const userList = defineList<UserSummary>()({
  name: 'users',
  noun: 'user',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
    email: { label: 'E-mail', sort: 'asc', value: ({ email }) => email },
    phone_number: { label: 'Phone', value: ({ phone_number }) => phone_number },
    type: { label: 'Role', sort: 'asc', value: ({ type }) => type },
    suspended_at: { label: 'Suspended', value: ({ suspended_at }) => suspended_at, isHidden: true },
    created_at: { label: 'Joined', sort: 'desc', value: ({ created_at }) => created_at },
  },
  filters: {
    q: searchFilter<UserSummary>({ label: 'Find users', placeholder: 'Name or e-mail' }),
    type: choiceFilter({ label: 'Role', all: 'All roles', options: ROLE_NAMES }),
  },
  defaultSort: 'created_at:desc',
  maxSelected: 200,
});
