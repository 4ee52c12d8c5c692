import { i18n } from '#web/lib/i18n.ts';
import { CardRefused } from './cards.tsx';

export type TypedCard = { number: string; expiry: string; cvc: string };
export type CardProblems = Partial<Record<keyof TypedCard, string>>;

const MAX_DIGITS = 19;
const AMEX = /^3[47]/;

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Groups of four, and four, six and five for American Express. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  if (AMEX.test(digits)) {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  }
  return digits.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** Turns "4" into "04 / "; a deleted slash stays deleted. */
export function formatExpiry(text: string, before = ''): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  const isDeleting = text.length < before.length;
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Autofill may write the year with four digits. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
}

export const formatCvc = (text: string) => digitsOf(text).slice(0, 4);

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

function numberProblem(number: string): string | undefined {
  const digits = digitsOf(number);
  if (digits.length === 0) return i18n.t('Enter the card number');
  if (digits.length < 13) return i18n.t('The card number is too short');
  return passesLuhn(digits) ? undefined : i18n.t('Check the card number: a digit is wrong');
}

function expiryProblem(text: string, now: Date): string | undefined {
  if (text.trim() === '') return i18n.t('Enter the date');
  const expiry = readExpiry(text);
  if (!expiry || expiry.month < 1 || expiry.month > 12) return i18n.t('Enter month and year, like 04 / 29');
  return now >= new Date(expiry.year, expiry.month, 1) ? i18n.t('This card has expired') : undefined;
}

function cvcProblem(cvc: string, number: string): string | undefined {
  const length = AMEX.test(digitsOf(number)) ? 4 : 3;
  if (cvc === '') return i18n.t('Enter the code');
  return cvc.length === length ? undefined : i18n.t('The code has {length} digits', { length });
}

export function findCardProblems(card: TypedCard, now = new Date()): CardProblems {
  const problems: CardProblems = {
    number: numberProblem(card.number),
    expiry: expiryProblem(card.expiry, now),
    cvc: cvcProblem(card.cvc, card.number),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

const UNREACHABLE = /*i18n*/ 'We couldn’t reach the card provider. Please try again.';

/** Sent straight to the sandbox provider, so that our API never sees a card number. */
export function makeSandboxToken(card: TypedCard, publishableKey: string): Promise<string> {
  const expiry = readExpiry(card.expiry);
  return askSandbox('payment_methods', publishableKey, {
    type: 'card',
    'card[number]': digitsOf(card.number),
    'card[exp_month]': String(expiry?.month),
    'card[exp_year]': String(expiry?.year),
    'card[cvc]': card.cvc,
  });
}

/** A wallet pays with the card that the buyer has stored in it. */
export function makeTestWalletToken(publishableKey: string): Promise<string> {
  const card = 'payment_method_data[card]';
  return askSandbox('confirmation_tokens', publishableKey, {
    'payment_method_data[type]': 'card',
    [`${card}[number]`]: '4242424242424242',
    [`${card}[exp_month]`]: '12',
    [`${card}[exp_year]`]: String(new Date().getFullYear() + 4),
    [`${card}[cvc]`]: '123',
    [`${card}[wallet]`]: 'google_pay',
  });
}

async function askSandbox(path: string, publishableKey: string, form: Record<string, string>) {
  const answer = await fetch(`/sandbox/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams(form),
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer?.ok && typeof body?.id === 'string') return body.id as string;
  if (body?.error?.decline_code === 'test_mode_live_card') {
    throw new CardRefused(i18n.t('That’s a real card, and this is test mode. Choose a test card below.'));
  }
  throw new CardRefused(typeof body?.error?.message === 'string' ? body.error.message : i18n.t(UNREACHABLE));
}
