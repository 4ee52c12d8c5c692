import { isApiError, messageOf } from '#web/lib/api-error.ts';

export const CODE_DIGITS = 6;
export const RESEND_AFTER_MS = 30_000;

/** People paste codes with spaces and words around them. */
export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_DIGITS);
}

export function explainCode(error: unknown): string {
  if (!isApiError(error, 'code_invalid')) return messageOf(error);
  const left = Array.isArray(error.details) ? undefined : error.details?.tries_left;
  if (typeof left !== 'number' || left === 0) return 'This code no longer works. Send a new one.';
  return `This code is wrong. ${left === 1 ? 'One try is' : `${left} tries are`} left.`;
}
