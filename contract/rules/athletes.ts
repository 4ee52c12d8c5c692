// Recognising only people who asked for it (domain decisions "Faces and consent").

/** Consent is given to a text: a change of the text is a new version, and asks again. */
export const CONSENT_VERSION = '2026-11';

/** Why a reference photo cannot be used. */
export const REFERENCE_PROBLEMS = ['no_face', 'several_faces', 'too_small', 'too_blurred'] as const;
export type ReferenceProblem = (typeof REFERENCE_PROBLEMS)[number];

export const TEMPLATE_LIFE_YEARS = 3;

const YEARS_SUFFIX = /-(\d{1,2})y$/;

/** The text names how long a template lives, so each number of years is a text, and a version, of its own. */
export function consentVersion(years: number): string {
  return years === TEMPLATE_LIFE_YEARS ? CONSENT_VERSION : `${CONSENT_VERSION}-${years}y`;
}

export function consentedYears(version: string): number {
  return Number(YEARS_SUFFIX.exec(version)?.[1] ?? TEMPLATE_LIFE_YEARS);
}

/** Who agreed to be kept for longer has agreed to be kept for less. */
export function isConsentCurrent(version: string | null, years: number): boolean {
  return (
    version !== null &&
    version.replace(YEARS_SUFFIX, '') === CONSENT_VERSION &&
    consentedYears(version) >= years
  );
}
