import { useQueries, useQuery } from '@tanstack/react-query';
import type { UserSummary } from '#contract/endpoints/user-administration.ts';
import { PAGE_SIZE, type UserListPlace, userCountQuery, userPageQuery } from './users.query.ts';

/** Only the pages on screen are asked for. */
export function useUserRows(place: UserListPlace, first: number, last: number) {
  const count = useQuery(userCountQuery(place));
  const firstPage = Math.max(0, Math.floor(first / PAGE_SIZE));
  const lastPage = Math.max(firstPage, Math.floor(last / PAGE_SIZE));
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const answers = useQueries({ queries: pages.map((page) => userPageQuery(place, page)) });
  const failed = answers.find(({ error, data }) => error && !data) ?? (count.error ? count : undefined);
  return {
    count: count.data,
    rowAt: (index: number): UserSummary | undefined =>
      answers[Math.floor(index / PAGE_SIZE) - firstPage]?.data?.[index % PAGE_SIZE],
    error: failed?.error,
    retry: () => void failed?.refetch(),
  };
}
