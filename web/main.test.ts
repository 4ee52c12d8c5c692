import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the module of the site awaits nothing itself, or pages that share its file would wait for it', () => {
  const lines = readFileSync('web/main.tsx', 'utf8').split('\n');
  expect(lines.filter((line) => /^(\S.*)?\bawait\b/.test(line))).toEqual([]);
});
