import type { Session } from '#contract/endpoints/accounts.ts';
import { LOGIN_FAILED_MESSAGE } from '#contract/rules/sentences.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { openSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

const CLAIM_NOTE_MS = 12_000;

/** An answer without a token or a user is not a login. */
export function openIssuedSession(issued: Partial<Session> | undefined): void {
  if (!issued?.jwt || !issued.user) {
    throw new ApiError({ status: 200, code: 'login_failed', message: LOGIN_FAILED_MESSAGE });
  }
  openSession({ jwt: issued.jwt, user: issued.user });
  if (issued.address_claimed) {
    toast(i18n.t('Your email is confirmed. We logged out other devices and removed the old password.'), {
      duration: CLAIM_NOTE_MS,
      action: {
        label: i18n.t('Set a password'),
        onClick: () => location.assign(`${paths.profile}#password`),
      },
    });
  }
}

export type LoginChallenge = { challenge: string; hasPasskey: boolean; hasApp: boolean };

/** Reads the second step from the details of a log-in that needs one. */
export function readChallenge(details: unknown): LoginChallenge | undefined {
  const { challenge, kinds } = (details ?? {}) as { challenge?: unknown; kinds?: unknown };
  if (typeof challenge !== 'string') return undefined;
  const hasPasskey = Array.isArray(kinds) && kinds.includes('passkey');
  return { challenge, hasPasskey, hasApp: !hasPasskey || kinds.includes('app') };
}
