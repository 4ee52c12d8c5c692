import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { closeSession } from '#web/lib/session.ts';

/** Telling the server is best effort: a person who logs out is logged out here whatever it answers. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  const told = callApi(accountEndpoints.logOut, { body: { everywhere } }).catch(() => undefined);
  if (everywhere) await told;
  closeSession();
}
