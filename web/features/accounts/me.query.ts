import { queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { closeSession, keepUser, loseSession, readSession } from '#web/lib/session.ts';

/** A failure logs the user out, except when the browser is offline. */
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
      if (isStillOurs && navigator.onLine) loseSession();
      throw error;
    }
  },
});

/** The session ends here whatever the server answers. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  const told = callApi(accountEndpoints.logOut, { body: { everywhere } }).catch(() => undefined);
  if (everywhere) await told;
  closeSession();
}
