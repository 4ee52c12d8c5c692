// Consent is given to exactly these words, so changing them needs a new CONSENT_VERSION
// (contract/rules/athletes.ts). Another number of years is a version by itself (consentVersion).

import { TEMPLATE_LIFE_YEARS } from '#contract/rules/athletes.ts';

export type ConsentRelation = 'guardian' | 'self';

const NUMBERS = ['', 'one year', 'two years', 'three years'];

export function consentFacts(
  name: string,
  years: number = TEMPLATE_LIFE_YEARS,
): { question: string; answer: string }[] {
  return [
    {
      question: 'What for?',
      answer: `To find photos of ${name} in the albums you already have. Nothing else: no advertising, no passing on, no search through other people’s albums.`,
    },
    {
      question: 'What is kept?',
      answer: `The face cut out of each photo you add, and a list of numbers that describes it. Both are encrypted. For photos that look like ${name} we note which photo, where in it, and how sure we are.`,
    },
    {
      question: 'What is never kept?',
      answer:
        'The rest of the photos you add, and any description of the other faces in an album. Those are compared in memory and forgotten.',
    },
    {
      question: 'For how long?',
      answer: `Until you withdraw, and at most ${NUMBERS[years] ?? `${years} years`} after you last used it. Then it is destroyed by itself.`,
    },
    {
      question: 'Can I change my mind?',
      answer: `Any time, under Athletes. Withdrawing destroys the photos, the numbers and the matches of ${name} at once. Photos you have bought stay yours.`,
    },
    {
      question: 'Do I have to?',
      answer:
        'No. This is separate from the terms you agreed to, and everything else on Encore works without it.',
    },
  ];
}

export function relationLabel(relation: ConsentRelation, name: string): string {
  return relation === 'guardian'
    ? `I am the parent or legal guardian of ${name}`
    : `I am ${name}, and I am 18 or older`;
}

export function consentSentence(name: string): string {
  return `I consent to Encore recognising the face of ${name} as described here.`;
}
