import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import {
  authenticationOptions,
  type CredentialAnswer,
  credentialAnswer,
  newCredential,
  passkey,
  passkeyName,
  registrationOptions,
} from '../entities/passkey.ts';
import { count, done, idInPath, idParams, isoTimestamp, linkToken, mailedCode } from '../primitives.ts';
import { session } from './accounts.ts';

const endpoint = endpointsOf('Second factor');

const CODE_HINT = /*i18n*/ 'Enter the six digits, or a recovery code';

/** Six digits of the authenticator app, or a recovery code; spaces and dashes do not matter. */
const code = z
  .string()
  .max(40)
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-9]{10})$/, CODE_HINT));

/** A code, or the answer of a passkey to a challenge of ours. Bodies with these fields refine with `hasFactor`. */
export const factorFields = { code: code.optional(), passkey: credentialAnswer.optional() };
export type Factor = { code?: string | undefined; passkey?: CredentialAnswer | undefined };
export const hasFactor = ({ code, passkey }: Factor) => (code === undefined) !== (passkey === undefined);
export const FACTOR_MISSING = { path: ['code'], message: CODE_HINT };

export const FACTOR_KINDS = ['app', 'passkey'] as const;

/** The details of the error `second_factor_required`. Recovery codes always work. */
export const loginChallenge = z.object({
  challenge: z.string(),
  expires_at: isoTimestamp,
  kinds: z.array(z.enum(FACTOR_KINDS)),
});

const secondFactorState = z.object({
  is_on: z.boolean(),
  is_required: z.boolean(),
  turned_on_at: isoTimestamp.nullable(),
  recovery_codes_left: count,
  has_app: z.boolean(),
  passkeys: z.array(passkey),
  /** Browsers offer passkeys on https and on localhost only. */
  offers_passkeys: z.boolean(),
  /** This session has to enter a mailed code before it can add a factor. */
  needs_mailed_code: z.boolean(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** These codes are shown once; only their hashes are stored. Only the first factor brings them. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const CODE_MAIL_LIMITS = [
  { name: 'factor-code', per: 'account', max: 5, minutes: 60 },
  { name: 'factor-code', per: 'account', max: 10, minutes: 24 * 60 },
] as const;

export const secondFactorEndpoints = {
  answerChallenge: endpoint('POST /auth/second-factor', {
    access: 'public',
    summary:
      'Finish a login with a code or a passkey; the challenge comes with the error second_factor_required',
    body: z.strictObject({ challenge: linkToken, ...factorFields }).refine(hasFactor, FACTOR_MISSING),
    response: session,
  }),
  logInPasskeyOptions: endpoint('POST /auth/second-factor/passkey', {
    access: 'public',
    summary: 'Get what a browser needs to finish a login with a passkey',
    body: z.strictObject({ challenge: linkToken }),
    response: authenticationOptions,
  }),
  secondFactor: endpoint('GET /users/me/second-factor', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Get the second factors of the logged-in user',
    response: secondFactorState,
  }),
  mailFactorCode: endpoint('POST /users/me/second-factor/mailed-code', {
    access: 'authenticated',
    verification: 'address',
    beforeSecondFactor: true,
    summary: 'Mail the code that a session needs to add a factor',
    limits: CODE_MAIL_LIMITS,
    response: z.object({ to: z.string(), expires_at: isoTimestamp }),
  }),
  checkFactorCode: endpoint('POST /users/me/second-factor/mailed-code/check', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary:
      'Enter the mailed code, or one that a super gave; this session may then add factors for 15 minutes',
    body: z.strictObject({ code: mailedCode }),
    response: done,
  }),
  enrollSecondFactor: endpoint('POST /users/me/second-factor', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Get a new secret for an authenticator app; it counts once a code confirms it',
    response: z.object({
      /** Base32, for people who type it. */
      secret: z.string(),
      /** The otpauth:// address that a QR code shows. */
      uri: z.string(),
    }),
  }),
  confirmSecondFactor: endpoint('POST /users/me/second-factor/confirm', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Use the app from now on, by a first code of it; the first factor ends all other sessions',
    body: z.strictObject({ code }),
    response: recoveryCodes,
  }),
  newPasskeyOptions: endpoint('POST /users/me/passkeys/options', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Get what a browser needs to create a passkey',
    limits: [{ name: 'passkey-options', per: 'account', max: 30, minutes: 60 }],
    response: registrationOptions,
  }),
  addPasskey: endpoint('POST /users/me/passkeys', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Use a new passkey from now on; the first factor ends all other sessions',
    body: z.strictObject({ name: passkeyName, credential: newCredential }),
    response: recoveryCodes,
  }),
  removePasskey: endpoint('DELETE /users/me/passkeys/:passkey', {
    access: 'authenticated',
    summary: 'Remove a passkey, unless it is the last second factor',
    params: z.strictObject({ passkey: idInPath }),
    response: done,
  }),
  removeApp: endpoint('DELETE /users/me/second-factor/app', {
    access: 'authenticated',
    summary: 'Remove the authenticator app, unless it is the last second factor',
    response: done,
  }),
  passkeyOptions: endpoint('POST /users/me/passkeys/verify-options', {
    access: 'authenticated',
    summary: 'Get what a browser needs to use a passkey where a call asks for the second factor',
    limits: [{ name: 'passkey-options', per: 'account', max: 30, minutes: 60 }],
    response: authenticationOptions,
  }),
  renewRecoveryCodes: endpoint('POST /users/me/second-factor/recovery-codes', {
    access: 'authenticated',
    summary: 'Replace all recovery codes',
    body: z.strictObject(factorFields).refine(hasFactor, FACTOR_MISSING),
    response: recoveryCodes,
  }),
  disableSecondFactor: endpoint('POST /users/me/second-factor/disable', {
    access: 'authenticated',
    summary: 'Remove all second factors, where none is required',
    body: z
      .strictObject({ password: z.string().min(1).max(200), ...factorFields })
      .refine(hasFactor, FACTOR_MISSING),
    limits: [{ name: 'password', per: 'account', max: 5, minutes: 15, counts: ['password_wrong'] }],
    response: done,
  }),
  approveSecondFactor: endpoint('POST /users/:id/second-factor/approve', {
    access: 'settings',
    summary: 'Get a code for a colleague who cannot read their mail and has to set up a second factor',
    params: idParams,
    response: z.object({ code: z.string(), expires_at: isoTimestamp }),
  }),
  resetSecondFactor: endpoint('POST /users/:id/second-factor/reset', {
    access: 'settings',
    summary: 'Remove the second factors of another staff member who lost them; ends their sessions',
    params: idParams,
    response: done,
  }),
};
