// Recognising only people who asked for it (domain decisions "Faces and consent").

/** Consent is given to a text: a change of the text is a new version, and asks again. */
export const CONSENT_VERSION = '2026-11';

/** Why a reference photo cannot be used. */
export const REFERENCE_PROBLEMS = ['no_face', 'several_faces', 'too_small', 'too_blurred'] as const;
export type ReferenceProblem = (typeof REFERENCE_PROBLEMS)[number];

export const TEMPLATE_LIFE_YEARS = 3;
