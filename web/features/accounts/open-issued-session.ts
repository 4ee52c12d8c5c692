import type { Session } from '#contract/endpoints/accounts.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { openSession } from '#web/lib/session.ts';

/** An answer without a token or a user is not a login. */
export function openIssuedSession(issued: Partial<Session> | undefined): void {
  if (!issued?.jwt || !issued.user) {
    throw new ApiError({ status: 200, code: 'login_failed', message: ERRORS.login_failed.message });
  }
  openSession({ jwt: issued.jwt, user: issued.user });
}
