import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { closeSession } from '#web/lib/session.ts';

/** The session ends here whatever the server answers. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  const told = callApi(accountEndpoints.logOut, { body: { everywhere } }).catch(() => undefined);
  if (everywhere) await told;
  closeSession();
}
