import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { email, isoTimestamp, linkToken, mailedCode, phoneNumber, sitePath } from '../primitives.ts';
import { session } from './accounts.ts';
import { CODE_GUESSES, MAILED_LINK_LIMITS, TOKEN_GUESSES } from './log-in-limits.ts';

const endpoint = endpointsOf('Accounts');

export const entryRequest = z.strictObject({
  email,
  /** The page that asks shows the terms; an address without an account gets one. */
  agreed_to_terms: z.literal(true),
  /** The page that the link in the mail leads to. */
  to: sitePath.optional(),
});

const linkFacts = z.object({
  /** Masked, because the mail may have been forwarded. */
  email_hint: z.string(),
  first_name: z.string(),
  /** Example: "New photos of Comets". */
  about: z.string().nullable(),
  is_yours: z.boolean(),
  /** False if the caller sent no session, one that has ended, or one that still lacks a required second factor. */
  has_session: z.boolean(),
  works: z.boolean(),
});
export type LinkFacts = z.output<typeof linkFacts>;

const UNKNOWN_DEVICE = { device: { is: 'unknown', of: 'email' } } as const;
const WRONG_CODES = { name: 'one-time-code', counts: ['code_invalid'] } as const;

export const enteringEndpoints = {
  sendOneTimeCode: endpoint('POST /passwordless/send-code', {
    access: 'public',
    summary:
      'Mail a code (and a link) that logs in, with or without an account; the answer never reveals which of the two',
    body: entryRequest,
    limits: MAILED_LINK_LIMITS,
    response: z.object({ ticket: z.string(), expires_at: isoTimestamp }),
  }),
  enterByCode: endpoint('POST /passwordless/check-code', {
    access: 'public',
    summary: 'Log in with the mailed code in the browser that asked for it, within 10 minutes and five tries',
    body: z.strictObject({ email, ticket: linkToken, code: mailedCode }),
    // Past the daily limit the link in the mail still works, so strangers lock nobody out.
    limits: [
      { ...CODE_GUESSES[0], ...UNKNOWN_DEVICE },
      { ...CODE_GUESSES[1], ...UNKNOWN_DEVICE },
      { ...CODE_GUESSES[2], ...UNKNOWN_DEVICE },
      { ...WRONG_CODES, per: 'device', max: 20, minutes: 15 },
      {
        ...WRONG_CODES,
        per: { field: 'email' },
        ...UNKNOWN_DEVICE,
        max: 30,
        minutes: 24 * 60,
      },
    ],
    response: session,
  }),
  describeMailLink: endpoint('POST /passwordless/look', {
    access: 'public',
    summary: 'Describe whom a mailed link is for, without using it up',
    body: z.strictObject({ loginToken: linkToken }),
    limits: TOKEN_GUESSES,
    response: linkFacts,
  }),
};

export const phoneLogInEndpoints = {
  sendPhoneLogInCode: endpoint('POST /auth/phone', {
    access: 'public',
    summary:
      'Text a code that logs in by phone number; the answer never reveals whether the number has an account',
    body: z.strictObject({ to: phoneNumber }),
    limits: [
      { name: 'sms-log-in', per: { field: 'to' }, max: 1, minutes: 0.5 },
      { name: 'sms-log-in', per: { field: 'to' }, max: 5, minutes: 60 },
      { name: 'sms-log-in', per: { field: 'to' }, max: 10, minutes: 24 * 60 },
      { name: 'sms-log-in', per: 'device', max: 5, minutes: 60 },
      { name: 'sms-log-in', per: 'address', max: 600, minutes: 60 },
    ],
    response: z.object({
      to: z.string(),
      /** Only the browser that has it can try the code. */
      ticket: z.string(),
      /** Only in test mode, where nobody receives a text message. */
      code: z.string().optional(),
    }),
  }),
  logInByPhone: endpoint('POST /auth/phone/check', {
    access: 'public',
    summary: 'Log in with the texted code; a number without an account gets one',
    body: z.strictObject({
      to: phoneNumber,
      token: z
        .string()
        .trim()
        .regex(/^\d{4,10}$/, /*i18n*/ 'Enter the code'),
      ticket: z.string().max(100),
      agreed_to_terms: z.literal(true),
    }),
    limits: [...TOKEN_GUESSES, ...CODE_GUESSES],
    response: session,
  }),
};
