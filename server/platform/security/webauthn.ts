import { isIP } from 'node:net';
import type { CredentialAnswer, NewCredential } from '#contract/entities/passkey.ts';
import { AppError } from '#server/platform/http/errors.ts';

export type RelyingParty = { id: string; origin: string };
export type StoredCredential = { credentialId: Buffer; publicKey: Buffer; counter: number };

/** ES256, RS256 and EdDSA, which every authenticator of today has one of. */
export const ALGORITHMS = [-7, -257, -8];

/** Browsers know passkeys on https and on localhost, and never for the number of a machine. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = isIP(hostname.replace(/[[\]]/g, '')) !== 0;
  return (protocol === 'https:' || isLocal) && !isNumber ? { id: hostname, origin } : undefined;
}

/** Returns the challenge that a browser says it answers; only the signature proves that it did. */
export function readChallenge(clientDataJSON: string): Buffer {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return Buffer.from(String(challenge), 'base64url');
  } catch {
    throw new AppError('passkey_invalid');
  }
}

type Ceremony<Credential> = { relyingParty: RelyingParty; challenge: Buffer; credential: Credential };

export async function verifyRegistration({
  relyingParty,
  challenge,
  credential,
}: Ceremony<NewCredential>): Promise<StoredCredential> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await refused(
    verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response }, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new AppError('passkey_invalid');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
}

/** Returns the new counter. A counter that does not rise reveals a copied authenticator. */
export async function verifyAuthentication({
  relyingParty,
  challenge,
  credential,
  stored,
}: Ceremony<CredentialAnswer> & { stored: StoredCredential }): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await refused(
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...credential.response, userHandle: credential.response.userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: stored.credentialId.toString('base64url'),
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
      },
    }),
  );
  if (!verified) throw new AppError('passkey_invalid');
  return authenticationInfo.newCounter;
}

/** The library throws plain errors about whatever is wrong with an answer. */
async function refused<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch {
    throw new AppError('passkey_invalid');
  }
}
