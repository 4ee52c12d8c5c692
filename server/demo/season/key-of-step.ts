import { createHash } from 'node:crypto';

/** Returns the same UUID for the same message each time the season is made. */
export function keyOfStep({ at, email }: { at: Date; email: string }, index: number): string {
  const hex = createHash('sha256').update(`${email} ${at.toISOString()} ${index}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
