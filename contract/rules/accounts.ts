// The email check for the server, and for pages that must not load the schemas.

export const MAX_EMAIL_LENGTH = 254;

export const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function readEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= MAX_EMAIL_LENGTH && EMAIL_ADDRESS.test(address) ? address : undefined;
}

/** A mailed link may have been forwarded, so pages show only enough for the owner to recognize the address. */
export function emailHint(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const [first = '', ...rest] = domain.split('.');
  return `${name.slice(0, 1)}•••@${first.slice(0, 1)}•••.${rest.join('.')}`;
}

// The length of the secret in a mailed link.

export const LINK_TOKEN_LENGTH = { min: 20, max: 128 };

export function isLinkToken(value: unknown): value is string {
  const { min, max } = LINK_TOKEN_LENGTH;
  return typeof value === 'string' && value.length >= min && value.length <= max;
}

// Invitations and gifts go to strangers under our name, so a first name that could be an advertisement is left out.

const PLAIN_NAME = /^\p{L}[\p{L}\p{M}' ’-]{0,39}$/u;

export function plainName(firstName: string): string | undefined {
  const name = firstName.trim();
  return PLAIN_NAME.test(name) ? name : undefined;
}

// A password has one of four strength levels.

export const STRENGTH_LEVELS = [
  { name: /*i18n*/ 'Too weak', minDiversity: 0, minLength: 0 },
  { name: /*i18n*/ 'Weak', minDiversity: 2, minLength: 6 },
  { name: /*i18n*/ 'Medium', minDiversity: 3, minLength: 8 },
  { name: /*i18n*/ 'Strong', minDiversity: 4, minLength: 10 },
] as const;

export type StrengthName = (typeof STRENGTH_LEVELS)[number]['name'];
export type PasswordStrength = { level: number; name: StrengthName };

const CHARACTER_KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

export function passwordStrength(password: string): PasswordStrength {
  const diversity = CHARACTER_KINDS.filter((kind) => kind.test(password)).length;
  const length = [...password].length;
  const level = STRENGTH_LEVELS.findLastIndex(
    ({ minDiversity, minLength }) => diversity >= minDiversity && length >= minLength,
  );
  const { name } = STRENGTH_LEVELS[level as 0];
  return { level, name };
}

// How often staff may raise a customer's limits, counting views, downloads, preview quotas and card attempts together.

/** In 24 hours. Super users are not bounded. */
export const RESETS_PER_DAY = { byStaff: 30, ofCustomer: 5 } as const;

/** Why staff suspend an account. The customer is not told. */
export const SUSPENSION_REASONS = {
  copying: 'Copying photos',
  payment_fraud: 'Payment fraud',
  shared_account: 'Sharing the account',
  abuse: 'Abusive messages',
  asked: 'The owner asked for it',
  other: 'Another reason',
} as const;
export type SuspensionReason = keyof typeof SUSPENSION_REASONS;
export const SUSPENSION_REASON_KEYS = Object.keys(SUSPENSION_REASONS) as SuspensionReason[];
