import { expect, test } from 'vitest';
import { ERRORS } from './errors.ts';

/** Only a failed attempt, which was canceled at the provider before, proves that nobody was charged. */
const MAY_SAY_NOT_CHARGED = ['processing_error'];

test('no error claims that nothing was charged unless the attempt has provably failed', () => {
  const claiming = Object.entries(ERRORS).flatMap(([code, { message }]) =>
    /(not|n’t) (been )?charged|nothing was charged/i.test(message) ? [code] : [],
  );
  expect(claiming).toEqual(MAY_SAY_NOT_CHARGED);
});
