// Repeats the tests of crashes and random troubles many times; takes about half an hour.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, environment, root, run } from './prepare.mjs';

ensureInstalled();
const tests = readdirSync(join(root, 'server'), { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('server', file))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('#server/testing/chaos.ts'));
console.log(`${tests.length} files:\n${tests.join('\n')}`);
const { status } = run(
  ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--testTimeout=1200000', ...tests],
  {
    env: environment({ CHAOS: 'on' }),
  },
);
process.exit(status ?? 1);
