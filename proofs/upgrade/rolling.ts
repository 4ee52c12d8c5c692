// Restarts two API processes one after the other under load, behind nginx and HAProxy with the files of deploy/, and
// counts requests that failed. The goal is none. It needs nginx and haproxy.
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FrontServer, startHaproxy, startNginx } from '#proofs/front-servers.ts';
import { answersOk, findPort, newFolder, waitUntil } from '#proofs/site.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const LANES = 8;
const DRAIN_SECONDS = 4;
const READY_SECONDS = 60;
const SETTLE_MS = 2_000;
const CALLS = [
  { method: 'GET', path: '/api/site' },
  { method: 'GET', path: '/api/events' },
  // A refused body is an answer too; nginx and HAProxy must not lose or repeat it.
  { method: 'POST', path: '/api/auth/local' },
];

type Tally = { answered: number; failed: Map<string, number> };

function call(port: number, agent: Agent, { method, path }: (typeof CALLS)[number]): Promise<string> {
  return new Promise((resolve) => {
    const headers = method === 'POST' ? { 'content-type': 'application/json', 'content-length': '2' } : {};
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      answer.on('error', () => resolve('cut off'));
      answer
        .resume()
        .on('end', () => resolve((answer.statusCode ?? 0) < 500 ? 'ok' : `${answer.statusCode}`));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end(method === 'POST' ? '{}' : undefined);
  });
}

/** Calls without a pause until it is stopped, as browsers do over connections that stay open. */
function startLoad(port: number): { stop(): Promise<Tally> } {
  const tally: Tally = { answered: 0, failed: new Map() };
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  let isOver = false;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let count = lane; !isOver; count++) {
      const one = CALLS[count % CALLS.length] ?? { method: 'GET', path: '/' };
      const outcome = await call(port, agent, one);
      const what = `${one.method} ${outcome}`;
      if (outcome === 'ok') tally.answered += 1;
      else tally.failed.set(what, (tally.failed.get(what) ?? 0) + 1);
      await sleep(5);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      agent.destroy();
      return tally;
    },
  };
}

const folder = newFolder('rolling');
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
const ports = [
  { port: await findPort(), probePort: await findPort(), sandboxPort: await findPort() },
  { port: await findPort(), probePort: await findPort(), sandboxPort: await findPort() },
] as const;
const apis = new Map<number, ServerProcess>();

async function startApi(index: 0 | 1): Promise<void> {
  const { port, probePort, sandboxPort } = ports[index];
  const api = startServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    ROLE: 'api',
    TRUST_PROXY: '2',
    PORT: String(port),
    METRICS_PORT: String(probePort),
    SANDBOX_PORT: String(sandboxPort),
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  });
  apis.set(index, api);
  await api.address;
  await waitUntil('an API process', READY_SECONDS, () => answersOk(`http://127.0.0.1:${probePort}/readyz`));
}

async function restart(index: 0 | 1): Promise<void> {
  const api = apis.get(index);
  api?.kill('SIGTERM');
  const ended = await api?.ended;
  if (ended?.code !== 0) throw new Error(`an API process ended with ${ended?.code ?? ended?.signal}`);
  await startApi(index);
  // Waits, as an operator would, until the load balancer uses the new process.
  await sleep(SETTLE_MS);
}

async function countLost(port: number): Promise<number> {
  const load = startLoad(port);
  await sleep(1_000);
  for (let round = 0; round < ROUNDS; round++) {
    await restart(0);
    await restart(1);
  }
  const { answered, failed } = await load.stop();
  const lost = [...failed.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${2 * ROUNDS} restarts, ${answered} answered, ${lost} failed`);
  for (const [what, count] of failed) console.log(`  ${what}: ${count}`);
  return lost;
}

let lost = 0;
const fronts: FrontServer[] = [];
try {
  mkdirSync(join(folder, 'data'));
  await startApi(0);
  await startApi(1);
  const haproxy = await startHaproxy(ports);
  fronts.push(haproxy);
  const pictures = 'include pictures-cached.conf;\n';
  const nginx = await startNginx(join(folder, 'nginx'), {
    upstreams: [`127.0.0.1:${haproxy.port}`],
    pictures,
  });
  fronts.unshift(nginx);
  lost = await countLost(nginx.port);
} finally {
  for (const front of fronts) await front.stop();
  for (const api of apis.values()) api.kill('SIGTERM');
  await Promise.all([...apis.values()].map((api) => api.ended));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(lost === 0 ? 0 : 1);
