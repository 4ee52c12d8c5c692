// Only people who have consented to the current text are recognized.

/** Must change whenever the consent text changes; customers are then asked again. */
export const CONSENT_VERSION = '2026-11b';

/** Earlier texts that promised the same in other words, so a consent to them still counts. */
const SAME_PROMISE = ['2026-11'];

export const REFERENCE_PROBLEMS = ['no_face', 'several_faces', 'too_small', 'too_blurred'] as const;
export type ReferenceProblem = (typeof REFERENCE_PROBLEMS)[number];

/** Why one face of a reference photo cannot be used. */
export const FACE_PROBLEMS = ['too_small', 'too_blurred'] as const satisfies readonly ReferenceProblem[];
export type FaceProblem = (typeof FACE_PROBLEMS)[number];

export const TEMPLATE_LIFE_YEARS = 3;

/** A guardian is verified by a verified phone number or a past card payment. */
export const GUARDIAN_VERIFICATIONS = ['phone', 'card', 'either'] as const;
export type GuardianVerification = (typeof GUARDIAN_VERIFICATIONS)[number];

/** The steps that are missing before faces are searched, the address first. */
export const MISSING_VERIFICATIONS = ['address', ...GUARDIAN_VERIFICATIONS] as const;
export type MissingVerification = (typeof MISSING_VERIFICATIONS)[number];

/** A family needs fewer in a season; only somebody who collects faces needs more. */
export const FACE_SEARCH_ALBUMS_PER_DAY = 60;

const YEARS_SUFFIX = /-(\d{1,2})y$/;

/** The text states how many years a template is kept, so each number of years is its own version. */
export function consentVersion(years: number): string {
  return years === TEMPLATE_LIFE_YEARS ? CONSENT_VERSION : `${CONSENT_VERSION}-${years}y`;
}

export function consentedYears(version: string): number {
  return Number(YEARS_SUFFIX.exec(version)?.[1] ?? TEMPLATE_LIFE_YEARS);
}

/** Consent to a longer retention also covers a shorter one. */
export function isConsentCurrent(version: string | null, years: number): boolean {
  if (version === null) return false;
  const text = version.replace(YEARS_SUFFIX, '');
  return (text === CONSENT_VERSION || SAME_PROMISE.includes(text)) && consentedYears(version) >= years;
}
