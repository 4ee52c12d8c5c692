// Compares the calls that customers make most with a bare server on the same tables (bare-server.ts): interleaved rounds,
// each server in a process of its own. `npm run bench:calls -- events me` measures only these.
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { logIn, percentile, startBenchApp } from './bench-app.ts';
import { rawStatements, SEED, seedCalls } from './calls-seed.ts';
import type { Load } from './load.ts';
import { cpuOfBare, forkBeside, notifyGoal, ownCpu, processorSeconds, startBare } from './measure.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const MAX_MEGABYTES = 600;
const ADDRESS = 'bench@example.test';
const PASSWORD = 'encore-demo';

/** The processor time is per request; that of the database has steps of 10 ms in all. */
type Measured = { perSecond: number; cpuMicros: number; databaseMicros: number };
type Call = {
  name: string;
  title: string;
  path: string;
  goal: number;
  body?: string;
  connections?: number;
  before?: () => unknown;
};

const bench = await startBenchApp();
const raw = forkBeside('bare-server.ts');
const generator = forkBeside('load.ts');

async function measure(server: 'raw' | 'ours', load: Load): Promise<Measured> {
  const cpu = () => (server === 'raw' ? cpuOfBare(raw) : ownCpu());
  const databaseCpu = () => processorSeconds(bench.databasePid) * 1e6;
  const before = { own: await cpu(), database: databaseCpu() };
  generator.send(load);
  const [perSecond] = (await once(generator, 'message')) as [number];
  const requests = perSecond * load.seconds;
  return {
    perSecond,
    cpuMicros: ((await cpu()) - before.own) / requests,
    databaseMicros: (databaseCpu() - before.database) / requests,
  };
}

try {
  const { context, address } = bench;
  const { userId, token } = await logIn(bench, 'authenticated');
  const { foundId } = await seedCalls(bench, userId);
  const passwordHash = await hashPassword(PASSWORD);
  await context.db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
  const setUp = { databaseUrl: bench.databaseUrl, statements: rawStatements(userId), passwordHash };
  const rawPort = await startBare(raw, setUp);
  const forgetViews = () =>
    sql`
    with gone as (delete from user_album_views) update user_found_albums set views_used = 0`.execute(
      context.db,
    );
  const calls: Call[] = [
    { name: 'events', title: `GET /events (${SEED.events})`, path: '/events', goal: 1 },
    {
      name: 'albums',
      title: `GET /albums?events_in (${SEED.albumsOfEvent})`,
      path: '/albums?events_in=1',
      goal: 0.75,
    },
    { name: 'album', title: 'GET /albums/{id}', path: '/albums/2', goal: 0.4 },
    { name: 'me', title: 'GET /users/me', path: '/users/me', goal: 0.15 },
    { name: 'home', title: `home, ${SEED.found} found albums`, path: '/user-found-albums/me', goal: 0.6 },
    {
      name: 'view',
      title: `view of ${SEED.photos} photos`,
      path: `/user-found-albums/${foundId}/view`,
      goal: 0.6,
      before: forgetViews,
    },
    {
      name: 'login',
      title: 'log-in',
      path: '/auth/local',
      goal: 0.7,
      body: JSON.stringify({ identifier: ADDRESS, password: PASSWORD }),
      connections: 4,
    },
  ];
  const chosen = process.argv.slice(2);
  const oursPort = Number(new URL(address).port);
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections; load average ${load.join(', ')}`,
  );
  console.log(
    '| call | goal | now | ratio to the goal | raw req/s | ours req/s | raw CPU us + database | ours CPU us + database |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { name, title, path, goal, body, connections = CONNECTIONS, before } of calls) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const loadOf = (server: 'raw' | 'ours'): Load => ({
      port: server === 'raw' ? rawPort : oursPort,
      paths: [server === 'raw' ? `/${name}` : `/api${path}`],
      connections,
      seconds: SECONDS,
      token,
      ...(body && { body }),
    });
    const rounds: { raw: Measured; ours: Measured }[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      await before?.();
      const pair = {
        raw: await measure('raw', loadOf('raw')),
        ours: await measure('ours', loadOf('ours')),
      };
      // The first round warms both up.
      if (round >= 0) rounds.push(pair);
    }
    const middle = (pick: (round: { raw: Measured; ours: Measured }) => number) =>
      percentile(rounds.map(pick), 0.5);
    const now = middle(({ raw, ours }) => ours.perSecond / raw.perSecond);
    const of = (server: 'raw' | 'ours', figure: keyof Measured) =>
      middle((round) => round[server][figure]).toFixed(0);
    const figures = [
      of('raw', 'perSecond'),
      of('ours', 'perSecond'),
      `${of('raw', 'cpuMicros')} + ${of('raw', 'databaseMicros')}`,
      `${of('ours', 'cpuMicros')} + ${of('ours', 'databaseMicros')}`,
    ];
    notifyGoal({ what: `${title}, to a bare server`, goal, now, unit: '', best: 'most' });
    console.log(
      `| ${[title, goal.toFixed(2), now.toFixed(2), (now / goal).toFixed(2), ...figures].join(' | ')} |`,
    );
  }
  const megabytes = process.memoryUsage().rss / 1e6;
  notifyGoal({
    what: 'memory after the load',
    goal: MAX_MEGABYTES,
    now: megabytes,
    unit: 'MB',
    best: 'least',
  });
  console.log(`memory after the load: ${Math.round(megabytes)} MB`);
} finally {
  generator.kill();
  raw.kill();
  await bench.stop();
}
