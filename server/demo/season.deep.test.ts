import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { allJobs } from '#server/jobs.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { listMyOrders } from '#server/modules/group-orders/show-order.ts';
import { checkLedger, findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reportSaleMails } from '#server/modules/reports/report-sale-mails.ts';
import { showOverview } from '#server/modules/reports/show-overview.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { startSandbox } from '#server/start-sandbox.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { findDatedColumns } from './past.ts';
import { makeSeason } from './season.ts';
import { planSeason } from './season-plan.ts';
import { seedDemo } from './seed.ts';

const testApp = startTestApp();
const CUSTOMERS = 16;
const DIES_AT = 40;
const DAY_MS = 86_400_000;
const PHOTOS_PER_ALBUM = 6;
/** The database itself says when a row was changed last. */
const KEPT_BY_THE_DATABASE = new Set(['users.updated_at']);

let context: Context;
let today: string;
let done = 0;
let presentBefore: Record<string, number>;

const countRows = async (
  table: 'users' | 'orders' | 'sandboxObjects' | 'ledgerEntries' | 'userAlbumViews',
) => {
  const rows = await context.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute();
  return rows[0]?.count ?? 0;
};
const countAll = async () => [
  await countRows('users'),
  await countRows('orders'),
  await countRows('sandboxObjects'),
  await countRows('ledgerEntries'),
  await countRows('userAlbumViews'),
];
const actorOf = async (email: string, role: Actor['role']): Promise<Actor> => ({
  userId: (await accountsByEmail(context.db, [email])).get(email) ?? 0,
  role,
  sessionId: '',
  isVerified: true,
});

/** Counts the rows that carry the time of this test, for each column that the database would fill with it. */
async function countPresentRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, columns] of await findDatedColumns(context.db)) {
    for (const column of columns) {
      if (KEPT_BY_THE_DATABASE.has(`${table}.${column}`)) continue;
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)}
        where ${sql.ref(column)} >= ${today}::timestamptz`.execute(context.db);
      counts[`${table}.${column}`] = rows[0]?.count ?? 0;
    }
  }
  return counts;
}

/** Keeps the progress as the queue does; `dyingAt` ends the process before that step is committed. */
function runSeason(from: number, dyingAt = Number.POSITIVE_INFINITY) {
  const saveProgress: Queue['saveProgress'] = async (_db, _job, { to }) => {
    const step = Number((to as { done?: number }).done);
    if (step === dyingAt) throw new Error('the process was killed');
    done = step;
    return true;
  };
  const making = { jobId: '', signal: new AbortController().signal, jobsOf: allJobs };
  const queue = { ...context.queue, saveProgress };
  return makeSeason({ ...context, queue }, { today, customers: CUSTOMERS, done: from }, making);
}

beforeAll(async () => {
  const provider = await startSandbox(testApp.context);
  context = provider.context;
  today = context.clock.now().toISOString();
  // The photos are rows without files here, because drawing them takes a minute.
  await seedDemo({ ...context, queue: { ...context.queue, enqueue: async () => undefined } });
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, filed_by)
    select event_id, id, sha256((id || '-' || number)::bytea), 0, 1, 'DEMO_' || number || '.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', 'upload'
    from albums cross join generate_series(1, ${PHOTOS_PER_ALBUM}::int) as number
    where published_at is not null`.execute(context.db);
  await sql`update albums set images_count = ${PHOTOS_PER_ALBUM} where published_at is not null`.execute(
    context.db,
  );
  presentBefore = await countPresentRows();
  return () => provider.stop();
});

describe('the demo season', () => {
  test('that is killed half way loses only the step it was in', async () => {
    await runSeason(0, DIES_AT - 1).catch(() => undefined);
    const before = await countAll();
    await expect(runSeason(done, DIES_AT - 1)).rejects.toThrow('the process was killed');
    expect(await countAll()).toEqual(before);
    expect(done).toBe(DIES_AT - 2);
  }, 120_000);

  test('goes on where it stopped, and the shop refuses none of its steps', async () => {
    const { steps } = planSeason({ today: new Date(today), customers: CUSTOMERS });
    expect(await runSeason(done)).toEqual({ steps: steps.length - DIES_AT + 2, refused: [] });
    expect(await countRows('users')).toBe(8 + CUSTOMERS);
  }, 240_000);

  test('is made only once', async () => {
    const before = await countAll();
    expect(await runSeason(0)).toEqual({ steps: 0, refused: [] });
    expect(await countAll()).toEqual(before);
  });

  test('leaves a ledger that equals the balance of the sandbox, week by week', async () => {
    expect(await countRows('ledgerEntries')).toBeGreaterThan(50);
    for (let days = 0; days < 210; days += 7) {
      const now = new Date(Date.parse(today) - days * DAY_MS);
      const past = { ...context, clock: { now: () => now } };
      expect(await findLedgerDifferences(past, 0), `${days} days ago`).toEqual([]);
    }
  });

  test('passes the nightly check', async () => {
    await expect(checkLedger(context)).resolves.toBeUndefined();
  });

  test('leaves work in every queue of the staff', async () => {
    const overview = await showOverview(context, await actorOf('super@encore.test', 'super'), 'UTC');
    expect(overview.reported_photos?.waiting).toBeGreaterThan(0);
    expect(overview.chats?.waiting).toBeGreaterThan(0);
    expect(overview.refund_requests?.waiting).toBeGreaterThan(0);
    expect(overview.payments).toMatchObject({ ledger_differs: false });
    expect(overview.payments?.cases.map(({ trouble }) => trouble)).toEqual(
      expect.arrayContaining(['dispute', 'returned_refund']),
    );
  });

  test('pays out what the cards brought', async () => {
    const payouts = await context.db.selectFrom('payouts').select('state').execute();
    expect(payouts.filter(({ state }) => state === 'paid').length).toBeGreaterThan(5);
  });

  test('dates what happened in the past', async () => {
    expect(await countPresentRows()).toEqual(presentBefore);
    expect(Object.keys(presentBefore).length).toBeGreaterThan(40);
  });

  test('leaves shared links that were opened, and counts pictures for the scraping monitor', async () => {
    const links = await context.db.selectFrom('photoLinks').select('lastOpenedAt').execute();
    expect(links.filter(({ lastOpenedAt }) => lastOpenedAt !== null).length).toBeGreaterThanOrEqual(2);
    const counts = await context.db.selectFrom('previewCounts').select('previews').execute();
    expect(counts.length).toBeGreaterThan(20);
    for (const { previews } of counts) expect(previews).toBeGreaterThanOrEqual(5);
  });

  test('has totals of reminders that were sent, opened and followed by a purchase', async () => {
    const totals = await reportSaleMails(context);
    const sumOf = (name: 'sent' | 'opened' | 'bought' | 'revenue') =>
      totals.reduce((sum, row) => sum + row[name], 0);
    expect(sumOf('sent')).toBeGreaterThan(sumOf('opened'));
    expect(sumOf('opened')).toBeGreaterThan(0);
    expect(sumOf('bought')).toBeGreaterThan(0);
    expect(sumOf('revenue')).toBeGreaterThan(0);
  });

  test('gives the demo parent purchases, a pool under way and an athlete', async () => {
    const parent = await actorOf('parent@encore.test', 'authenticated');
    expect((await listMyOrders(context, parent, 'paid')).length).toBeGreaterThanOrEqual(3);
    const open = await listMyOrders(context, parent, 'open');
    expect(open.filter((order) => order.is_pool)).toHaveLength(1);
    const athletes = await context.db
      .selectFrom('userAthletes')
      .selectAll()
      .where('userId', '=', parent.userId)
      .execute();
    expect(athletes).toMatchObject([{ name: 'Maya' }]);
  });
});
