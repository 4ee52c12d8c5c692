// How long the secret of a mailed link is.

export const LINK_TOKEN_LENGTH = { least: 20, most: 128 };

export function isLinkToken(value: unknown): value is string {
  const { least, most } = LINK_TOKEN_LENGTH;
  return typeof value === 'string' && value.length >= least && value.length <= most;
}
