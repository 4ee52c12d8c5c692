import { useNavigate } from '@tanstack/react-router';
import { USER_SORTS } from '#contract/endpoints/user-administration.ts';
import { ROLES } from '#contract/rules/permissions.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import type { UserListPlace } from './users.query.ts';

/** Filter and order of the list; both live in the address. */
export function useUserPlace() {
  const navigate = useNavigate();
  const [role, sort] = [useSearchText('role'), useSearchText('sort')];
  const place: UserListPlace = {
    q: useSearchText('q') ?? '',
    type: ROLES.find((known) => known === role),
    sort: USER_SORTS.find((known) => known === sort) ?? 'newest',
  };
  return {
    place,
    go: (change: { role?: string; sort?: string }) =>
      void navigate({ to: '.', search: changeSearch(change), replace: true, resetScroll: false }),
  };
}
