// Runs the benchmarks of the server one after another and prints all goals in one table: `npm run bench`, or
// `npm run bench -- calls images` for some. A benchmark that takes longer than BENCH_MINUTES (4) is ended.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { describeLoad, type Goal, toTable } from './measure.ts';

const PARTS = ['calls', 'doors-open', 'images', 'downloads', 'ingest', 'reports'];
const MAX_MINUTES = Number(process.env.BENCH_MINUTES ?? 4);
/** A benchmark that is asked to end stops its database first. */
const TIMEOUT_MS = 20_000;

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) throw new Error(`no benchmark is called ${unknown.join(', ')}: ${PARTS.join(', ')}`);

const goals: Goal[] = [];

/** Returns why the benchmark failed. */
async function run(part: string): Promise<string | undefined> {
  const child = fork(join(import.meta.dirname, `${part}.ts`), { stdio: 'inherit' });
  child.on('message', (goal: Goal) => goals.push({ ...goal, what: `${part}: ${goal.what}` }));
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    child.kill('SIGTERM');
  }, MAX_MINUTES * 60_000);
  const end = setTimeout(() => child.kill('SIGKILL'), MAX_MINUTES * 60_000 + TIMEOUT_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  clearTimeout(end);
  if (isLate) return `${part} took more than ${MAX_MINUTES} minutes`;
  return code === 0 ? undefined : `${part} failed`;
}

const failures: string[] = [];
const loadBefore = describeLoad();
for (const part of chosen.length > 0 ? chosen : PARTS) {
  console.log(`\n## ${part}: ${cpus().length} cores, load average ${describeLoad()}\n`);
  const failure = await run(part);
  if (failure) failures.push(failure);
}
console.log(
  `\n## Goals: ${cpus().length} cores, load average ${loadBefore} before, ${describeLoad()} after\n`,
);
console.log(toTable(goals));
if (failures.length > 0) {
  console.error(`\n${failures.join('\n')}`);
  process.exitCode = 1;
}
