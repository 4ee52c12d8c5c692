// Digits are moved instead of multiplied, so that cents stay exact.

import { formatCount } from './formats.ts';

const DOLLARS = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})?(?:\.(\d{1,2}))?$/;

/** Returns null for empty text and undefined for anything that is not an amount. */
export function parseDollars(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const found = DOLLARS.exec(trimmed);
  if (!found || (found[1] === undefined && found[2] === undefined)) return undefined;
  const dollars = (found[1] ?? '0').replaceAll(',', '');
  return Number(dollars + (found[2] ?? '').padEnd(2, '0'));
}

export function toDollars(amountCents: number | null | undefined): string {
  if (amountCents == null) return '';
  const digits = String(amountCents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For tables and totals in which cents would only be noise. */
export function formatWholeDollars(amountCents: number): string {
  const dollars = Math.round(Math.abs(amountCents) / 100);
  return `${amountCents < 0 && dollars > 0 ? '-' : ''}$${formatCount(dollars)}`;
}
