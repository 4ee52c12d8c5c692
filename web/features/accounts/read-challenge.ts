/** Reads the secret of the second step from the details of a log-in that needs one. */
export function readChallenge(details: unknown): string | undefined {
  const { challenge } = (details ?? {}) as { challenge?: unknown };
  return typeof challenge === 'string' ? challenge : undefined;
}
