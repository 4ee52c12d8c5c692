import { randomUUID } from 'node:crypto';

const DOMAIN = '@phone.invalid';

/** Every account has an address. That of an account made by phone is random, and no mail is ever sent to it. */
export function newPlaceholderAddress(): string {
  return `${randomUUID()}${DOMAIN}`;
}

export function isPlaceholderAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}
