import type { Session } from '#contract/endpoints/accounts.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { openSession } from '#web/lib/session.ts';

/** Every way of logging in ends here; an answer without token or user is no login. */
export function openIssuedSession(issued: Partial<Session> | undefined): void {
  if (!issued?.jwt || !issued.user) {
    throw new ApiError({ status: 200, code: 'login_failed', message: ERRORS.login_failed.message });
  }
  openSession({ jwt: issued.jwt, user: issued.user });
}
