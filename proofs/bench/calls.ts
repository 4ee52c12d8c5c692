// Compares the calls that customers make most with a bare server on the same tables (bare-server.ts): interleaved rounds,
// each server in its own process. `npm run bench:calls -- events me` measures only these.
import { sql } from 'kysely';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { BENCH_EMAIL, logIn, startBenchApp } from './bench-app.ts';
import { rawStatements, SEED, seedCalls } from './calls-seed.ts';
import { describeLoad, middleOf, notifyGoal, startRace } from './measure.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const MAX_MEGABYTES = 600;
const PASSWORD = 'encore-demo';

type Call = {
  name: string;
  title: string;
  path: string;
  goal: number;
  body?: string;
  connections?: number;
  before?: () => Promise<unknown>;
};

const bench = await startBenchApp();
let race: Awaited<ReturnType<typeof startRace>> | undefined;

try {
  const { context } = bench;
  const { userId, token } = await logIn(bench, 'authenticated');
  const { foundId } = await seedCalls(bench, userId);
  const passwordHash = await hashPassword(PASSWORD);
  await context.db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
  const setUp = { databaseUrl: bench.databaseUrl, statements: rawStatements(userId), passwordHash };
  race = await startRace(bench.address, setUp);
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
      body: JSON.stringify({ identifier: BENCH_EMAIL, password: PASSWORD }),
      connections: 4,
    },
  ];
  const chosen = process.argv.slice(2);
  console.log(`rounds of ${SECONDS} s, ${CONNECTIONS} connections; load average ${describeLoad()}`);
  console.log('| call | goal | now | ratio to the goal | bare req/s | ours req/s |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, title, path, goal, body, connections = CONNECTIONS, before } of calls) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const asked = { connections, seconds: SECONDS, token, ...(body && { body }) };
    const loads = { bare: { ...asked, paths: [`/${name}`] }, ours: { ...asked, paths: [`/api${path}`] } };
    const rounds = await race.run<number>(loads, before);
    const now = middleOf(rounds, ({ bare, ours }) => ours / bare);
    const perSecond = (['bare', 'ours'] as const).map((server) =>
      middleOf(rounds, (round) => round[server]).toFixed(0),
    );
    notifyGoal({ what: `${title}, to a bare server`, goal, now, unit: '', best: 'most' });
    console.log(
      `| ${[title, goal.toFixed(2), now.toFixed(2), (now / goal).toFixed(2), ...perSecond].join(' | ')} |`,
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
  race?.stop();
  await bench.stop();
}
