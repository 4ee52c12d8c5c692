import { queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { closeSession, keepUser, readSession } from '#web/lib/session.ts';

/** Loads the current user on start and after changes. A failure logs out, except without any network. */
export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { token } = readSession();
    try {
      const user = await callApi(accountEndpoints.me, { signal });
      keepUser(user);
      return user;
    } catch (error) {
      const isStillOurs = !signal.aborted && readSession().token === token;
      if (isStillOurs && navigator.onLine) closeSession();
      throw error;
    }
  },
});
