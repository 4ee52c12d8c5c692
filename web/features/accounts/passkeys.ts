import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import type { AuthenticationOptions, CredentialAnswer } from '#contract/entities/passkey.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';

/** Returns the recovery codes that come with the first factor. */
export async function createPasskey(name: string): Promise<string[]> {
  const optionsJSON = await callApi(secondFactorEndpoints.newPasskeyOptions);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await explained(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  const { recovery_codes } = await callApi(secondFactorEndpoints.addPasskey, { body: { name, credential } });
  return recovery_codes;
}

/** Confirms the second factor again before a sensitive call. */
export async function answerByPasskey(): Promise<{ passkey: CredentialAnswer }> {
  return { passkey: await askBrowser(await callApi(secondFactorEndpoints.passkeyOptions)) };
}

/** Answers the second step of a log-in. */
export async function answerChallengeByPasskey(challenge: string): Promise<{ passkey: CredentialAnswer }> {
  return {
    passkey: await askBrowser(
      await callApi(secondFactorEndpoints.logInPasskeyOptions, { body: { challenge } }),
    ),
  };
}

async function askBrowser(optionsJSON: AuthenticationOptions): Promise<CredentialAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await explained(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

const WORDS: Record<string, string> = {
  NotAllowedError: /*i18n*/ 'The passkey wasn’t confirmed. Please try again.',
  AbortError: /*i18n*/ 'The passkey wasn’t confirmed. Please try again.',
  InvalidStateError: /*i18n*/ 'This device already has a passkey for your account.',
};

/** Browsers tell by the name of the error whether somebody canceled. */
async function explained<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const message =
      WORDS[name] ?? i18n.t('Passkeys don’t work in this browser. Try another device or browser.');
    throw new ApiError({ status: 400, code: 'passkey_canceled', message });
  }
}

export const secondFactorQuery = apiQuery(
  ['users', 'me', 'second-factor'],
  secondFactorEndpoints.secondFactor,
);
