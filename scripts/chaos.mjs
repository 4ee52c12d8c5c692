// Repeats the tests of crashes and random troubles many times with a new seed; takes about half an hour.
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, environment, root, run } from './prepare.mjs';

ensureInstalled();
const seed = process.env.RANDOM_SEED ?? String(randomInt(1, 2 ** 31));
const tests = readdirSync(join(root, 'server'), { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('server', file))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('#server/testing/chaos.ts'));
console.log(`${tests.length} files:\n${tests.join('\n')}`);
console.log(`The seed is ${seed}.`);
const { status } = run(
  ['node_modules/vitest/vitest.mjs', 'run', '--project=server*', '--testTimeout=1200000', ...tests],
  {
    env: environment({ CHAOS: 'on', RANDOM_SEED: seed }),
  },
);
if (status !== 0) console.log(`RANDOM_SEED=${seed} npm run chaos:rules repeats this run.`);
process.exit(status ?? 1);
