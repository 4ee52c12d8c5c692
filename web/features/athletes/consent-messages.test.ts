import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONSENT_VERSION, consentVersion, isConsentCurrent } from '#contract/rules/athletes.ts';
import { consentFacts, consentSentence, relationLabel } from './add-athlete-steps.tsx';

/** Add a line with a new version; never change one, people have agreed to it. */
const AGREED: Record<string, string> = {
  '2026-11': '1fc08129ea28ce03',
  '2026-11b': 'b156b5f835ed5d34',
};

test('the words of consent change only with their version', () => {
  const words = JSON.stringify([
    consentFacts('NAME'),
    relationLabel('guardian', 'NAME'),
    relationLabel('self', 'NAME'),
    consentSentence('NAME'),
  ]);
  const fingerprint = createHash('sha256').update(words).digest('hex').slice(0, 16);
  expect(AGREED[CONSENT_VERSION]).toBe(fingerprint);
});

test('another number of years is in the words and in the version', () => {
  const words = (years: number) => JSON.stringify(consentFacts('NAME', years));
  expect(words(3)).toBe(JSON.stringify(consentFacts('NAME')));
  expect(words(1)).toContain('no longer than one year after');
  expect(words(5)).toContain('no longer than 5 years after');
  expect(consentVersion(3)).toBe(CONSENT_VERSION);
  expect(consentVersion(5)).toBe(`${CONSENT_VERSION}-5y`);
});

test('who agreed to longer has agreed to less, and only to a text with the same promise', () => {
  expect(isConsentCurrent(consentVersion(5), 3)).toBe(true);
  expect(isConsentCurrent(consentVersion(3), 3)).toBe(true);
  expect(isConsentCurrent(consentVersion(2), 3)).toBe(false);
  expect(isConsentCurrent('2026-11', 3)).toBe(true);
  expect(isConsentCurrent('2026-11-2y', 3)).toBe(false);
  expect(isConsentCurrent('2025-01', 3)).toBe(false);
  expect(isConsentCurrent('2025-01-10y', 3)).toBe(false);
  expect(isConsentCurrent(null, 3)).toBe(false);
});
