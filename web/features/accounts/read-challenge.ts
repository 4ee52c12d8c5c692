export type LoginChallenge = { challenge: string; hasPasskey: boolean; hasApp: boolean };

/** Reads the second step from the details of a log-in that needs one. */
export function readChallenge(details: unknown): LoginChallenge | undefined {
  const { challenge, kinds } = (details ?? {}) as { challenge?: unknown; kinds?: unknown };
  if (typeof challenge !== 'string') return undefined;
  const hasPasskey = Array.isArray(kinds) && kinds.includes('passkey');
  return { challenge, hasPasskey, hasApp: !hasPasskey || kinds.includes('app') };
}
