import { randomUUID } from 'node:crypto';

const PHONE = '@phone.invalid';
const PENDING = '@pending.invalid';

/** Every account has an address. That of an account made by phone is random, and no mail is ever sent to it. */
export function newPlaceholderAddress(): string {
  return `${randomUUID()}${PHONE}`;
}

/** Stands for an address that another account has, or that this account has lost. */
export function newPendingAddress(): string {
  return `${randomUUID()}${PENDING}`;
}

export function isPlaceholderAddress(email: string): boolean {
  return email.endsWith(PHONE);
}

export function isPendingAddress(email: string): boolean {
  return email.endsWith(PENDING);
}
