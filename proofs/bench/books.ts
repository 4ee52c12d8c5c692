// Does random things to a shop, kills processes while they happen, and compares ledger, statements, payees, transfers, tax
// and journal:
// npm run bench:books -- --operations 10000 --minutes 60. RANDOM_SEED=7 repeats a run.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { operations: { type: 'string', default: '10000' }, minutes: { type: 'string', default: '60' } },
});
const seed = process.env.RANDOM_SEED ?? String(randomInt(1, 2 ** 31));
console.log(`${values.operations} operations, at most ${values.minutes} minutes, seed ${seed}`);
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'proofs/bench/books.deep.test.ts',
    '--project=server-deep',
    '--disableConsoleIntercept',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      BOOK_OPERATIONS: values.operations,
      BOOK_MINUTES: values.minutes,
      RANDOM_SEED: seed,
    },
  },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
