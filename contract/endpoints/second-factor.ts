import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, done, idParams, isoTimestamp, linkToken } from '../primitives.ts';
import { session } from './accounts.ts';

const tag = 'Second factor';

/** Six digits of the authenticator app, or a recovery code; spaces and dashes do not matter. */
const code = z
  .string()
  .max(40)
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-9]{10})$/, 'Enter the six digits, or a recovery code'));

export const codeEntry = z.strictObject({ code });
export const secondFactorRemoval = z.strictObject({ password: z.string().min(1).max(200), code });

/** The details of the error `second_factor_required`. */
export const loginChallenge = z.object({ challenge: z.string(), expires_at: isoTimestamp });

const secondFactorState = z.object({
  is_on: z.boolean(),
  is_required: z.boolean(),
  turned_on_at: isoTimestamp.nullable(),
  recovery_codes_left: count,
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** These codes are shown once; only their hashes are stored. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorEndpoints = {
  answerChallenge: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    tag,
    summary: 'Finish a login with a code; the challenge comes with the error second_factor_required',
    body: z.strictObject({ challenge: linkToken, code }),
    response: session,
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/users/me/second-factor',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'Tell whether the second factor of the logged-in user is on',
    response: secondFactorState,
  }),
  enrollSecondFactor: endpoint({
    method: 'POST',
    path: '/users/me/second-factor',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'Get a new secret for an authenticator app; it counts once a code confirms it',
    response: z.object({
      /** Base32, for people who type it. */
      secret: z.string(),
      /** The otpauth:// address that a QR code shows. */
      uri: z.string(),
    }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/users/me/second-factor/confirm',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'Turn the second factor on with a first code; ends all other sessions',
    body: codeEntry,
    response: recoveryCodes,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/users/me/second-factor/recovery-codes',
    access: 'authenticated',
    tag,
    summary: 'Replace all recovery codes',
    body: codeEntry,
    response: recoveryCodes,
  }),
  disableSecondFactor: endpoint({
    method: 'POST',
    path: '/users/me/second-factor/disable',
    access: 'authenticated',
    tag,
    summary: 'Turn the second factor off',
    body: secondFactorRemoval,
    limits: [{ name: 'password', per: 'account', max: 5, minutes: 15, counts: ['password_wrong'] }],
    response: done,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/users/:id/second-factor/reset',
    access: 'settings',
    tag,
    summary: 'Turn off the second factor of another staff member who lost it; ends their sessions',
    params: idParams,
    response: done,
  }),
};
