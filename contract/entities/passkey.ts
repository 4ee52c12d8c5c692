import { z } from 'zod';
import { id, isoTimestamp, requiredText } from '../primitives.ts';

export const MAX_PASSKEYS = 10;
export const passkeyName = requiredText(60);

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** Base64url, as WebAuthn sends bytes. */
const bytes = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);
const transports = z.array(z.string().max(20)).max(8);
const credentialId = bytes(1364);

/** Field names are WebAuthn's. Browsers add their own fields, which the page leaves out. */
export const newCredential = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(40_000),
    transports: transports.optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

export const credentialAnswer = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: bytes(200).nullish(),
  }),
});
export type CredentialAnswer = z.output<typeof credentialAnswer>;

const knownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

export const registrationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
});
export type RegistrationOptions = z.output<typeof registrationOptions>;

export const authenticationOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(knownCredential),
});
export type AuthenticationOptions = z.output<typeof authenticationOptions>;
