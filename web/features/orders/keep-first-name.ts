import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { keepUser, readSession } from '#web/lib/session.ts';

export const MOST_NAME = 80;

/** Somebody who came by a mailed code has no name yet; the others of a pool see the first one. */
export async function keepFirstName(typed: string): Promise<void> {
  const firstName = typed.trim();
  const { user } = readSession();
  if (!user || !firstName) return;
  const body = { first_name: firstName, name: firstName };
  keepUser(await callApi(accountEndpoints.updateUser, { params: { id: user.id }, body }));
}
