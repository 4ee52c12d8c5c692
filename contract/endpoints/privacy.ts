import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { done, isoTimestamp } from '../primitives.ts';
import { CODE_GUESSES } from './log-in-limits.ts';

const endpoint = endpointsOf('Privacy');

export const DELETION_CODE_DIGITS = 6;
/** The owner of a deleted account can restore the log-in for this long. */
export const RESTORE_DAYS = 7;
export const EXPORTS_PER_DAY = 5;

export const deletionConsent = z.union([
  z.strictObject({ password: z.string().min(1, /*i18n*/ 'Enter your password').max(200) }),
  z.strictObject({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, /*i18n*/ 'Enter the six digits'),
  }),
]);

export const privacyEndpoints = {
  exportMyData: endpoint('GET /users/me/export', {
    access: 'authenticated',
    summary: 'Export everything we hold about the logged-in person, as a zip; one at a time',
    raw: true,
    limits: [{ name: 'export', per: 'account', max: EXPORTS_PER_DAY, minutes: 24 * 60, counts: 'successes' }],
    response: z.any(),
  }),
  sendDeletionCode: endpoint('POST /users/me/deletion-code', {
    access: 'authenticated',
    summary: 'Mail a code that confirms the deletion of the account in place of the password',
    body: z.strictObject({}),
    limits: [{ name: 'deletion-code', per: 'account', max: 3, minutes: 15 }],
    response: z.object({ to: z.string(), expires_at: isoTimestamp }),
  }),
  deleteMe: endpoint('DELETE /users/me', {
    hashes: true,
    access: 'authenticated',
    summary: 'Delete the account and erase the person; confirmed by the password or a mailed code',
    body: deletionConsent,
    limits: [
      { name: 'password', per: 'account', max: 5, minutes: 15, counts: ['password_wrong', 'code_invalid'] },
      ...CODE_GUESSES,
    ],
    response: done,
  }),
  restoreLogIn: endpoint('POST /auth/restore-log-in', {
    access: 'public',
    summary:
      'Give the address of a deleted account a new, empty account and mail a log-in link; nothing erased comes back',
    body: z.strictObject({ token: z.string().min(20).max(800) }),
    limits: [{ name: 'restore', per: 'address', max: 60, minutes: 15, counts: 'failures' }],
    response: z.object({ sent: z.literal(true) }),
  }),
};
