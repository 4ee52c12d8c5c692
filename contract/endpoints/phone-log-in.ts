import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { phoneNumber } from '../primitives.ts';
import { session } from './accounts.ts';
import { CODE_GUESSES, TOKEN_GUESSES } from './log-in-limits.ts';

const tag = 'Accounts';

export const phoneLogInEndpoints = {
  sendPhoneLogInCode: endpoint({
    method: 'POST',
    path: '/auth/phone',
    access: 'public',
    tag,
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
  logInByPhone: endpoint({
    method: 'POST',
    path: '/auth/phone/check',
    access: 'public',
    tag,
    summary: 'Log in with the texted code; a number without an account gets one',
    body: z.strictObject({
      to: phoneNumber,
      token: z
        .string()
        .trim()
        .regex(/^\d{4,10}$/, 'Enter the digits of the code'),
      ticket: z.string().max(100),
      agreed_to_terms: z.literal(true),
    }),
    limits: [...TOKEN_GUESSES, ...CODE_GUESSES],
    response: session,
  }),
};
