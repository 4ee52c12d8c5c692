import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** A browser that holds the secret may read this one intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}
