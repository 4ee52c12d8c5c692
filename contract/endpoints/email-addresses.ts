import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { user } from '../entities/user.ts';
import { done, email, isoTimestamp, linkToken, mailedCode } from '../primitives.ts';
import { CODE_GUESSES, TOKEN_GUESSES } from './log-in-limits.ts';

const endpoint = endpointsOf('Accounts');

/** Counted apart from links, so that nobody uses up the mails by which the owner of an address logs in. */
const NEW_ADDRESS = { name: 'new-address', per: { field: 'email' }, max: 3, minutes: 15 } as const;

export const emailChange = z.strictObject({ email, password: z.string().min(1).max(200) });

const sentCode = z.object({
  to: z.string(),
  expires_at: isoTimestamp,
  /** Only in test mode, where nobody receives mail. */
  code: z.string().optional(),
});
export type SentCode = z.output<typeof sentCode>;

export const emailAddressEndpoints = {
  sendEmailCode: endpoint('POST /auth/email-code', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Mail a code (and a link) that verifies the email address; it replaces an earlier code',
    body: z.strictObject({
      /** Keeps a code that was sent before and is still good. */
      unless_sent: z.boolean().optional(),
    }),
    limits: [
      { name: 'email-code', per: 'account', max: 5, minutes: 60 },
      { name: 'email-code', per: 'account', max: 10, minutes: 24 * 60 },
    ],
    response: sentCode,
  }),
  checkEmailCode: endpoint('POST /auth/email-code/check', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Verify the email address by the mailed code, within 10 minutes and five tries',
    body: z.strictObject({ code: mailedCode }),
    limits: CODE_GUESSES,
    response: user,
  }),
  confirmEmail: endpoint('POST /auth/email-code/confirm', {
    access: 'public',
    summary: 'Verify the email address by the mailed link; call it only after a click',
    body: z.strictObject({ token: linkToken }),
    limits: TOKEN_GUESSES,
    response: done,
  }),
  refuseEmail: endpoint('POST /auth/email-code/refuse', {
    access: 'public',
    summary: 'Report by the mailed link that an account is not yours; whoever made it is logged out for good',
    body: z.strictObject({ token: linkToken }),
    limits: TOKEN_GUESSES,
    response: done,
  }),
  changeEmail: endpoint('POST /users/me/email', {
    hashes: true,
    access: 'authenticated',
    summary:
      'Mail a code (and a link) to a new address, which is used once it is verified; the answer never reveals whether it has an account',
    body: emailChange,
    limits: [
      { name: 'password', per: 'account', max: 5, minutes: 15, counts: ['password_wrong'] },
      { name: 'email-change', per: 'account', max: 5, minutes: 60, counts: 'successes' },
      NEW_ADDRESS,
    ],
    response: sentCode,
  }),
  addEmail: endpoint('POST /users/me/first-email', {
    access: 'authenticated',
    summary:
      'Mail a code to the first address of an account that was made by phone; checkNewEmail takes the code',
    body: z.strictObject({ email }),
    limits: [{ name: 'email-change', per: 'account', max: 5, minutes: 60 }, NEW_ADDRESS],
    response: sentCode,
  }),
  checkNewEmail: endpoint('POST /users/me/email/check', {
    access: 'authenticated',
    summary: 'Use the new address from now on, by the code that was mailed to it; sessions stay',
    body: z.strictObject({ code: mailedCode }),
    limits: CODE_GUESSES,
    response: user,
  }),
};
