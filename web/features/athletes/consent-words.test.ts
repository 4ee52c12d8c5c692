import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import { consentFacts, consentSentence, relationLabel } from './consent-words.ts';

/** Add a line with a new version; never change one, people have agreed to it. */
const AGREED: Record<string, string> = {
  '2026-11': '1fc08129ea28ce03',
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
