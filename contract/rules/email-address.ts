// What counts as an e-mail address, for the server and for pages that must not load the schemas.

export const MAX_EMAIL_LENGTH = 254;

export const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function readEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= MAX_EMAIL_LENGTH && EMAIL_ADDRESS.test(address) ? address : undefined;
}
