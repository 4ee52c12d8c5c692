import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { operationEndpoints, outboxEndpoints } from '#contract/endpoints/operations.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { reportEndpoints, reportRowListEndpoints } from '#contract/endpoints/reports.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { mayCall, type Role } from '#contract/rules/permissions.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, freshIp } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildViewedAlbum,
  keepCard,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';

const app = await startPayingApp();

const NAME = 'Quillabert';
const EMAIL = 'zwetschge@knoedel.example';
const PHONE = '+12025550147';
/** The key of the order too: its link opens the order for whoever has it. */
const secrets = [NAME, 'zwetschge', 'knoedel', '2025550147'];

let buyer: Buyer;
/** What stands for `:id` and the like: the customer, their order, what they bought, who is paid for it and the statement. */
let ids: number[] = [];
const tokens = { finance: '', analyst: '', event_lead: '' };

/** Its payload and its error name the customer, as those of mails do. */
const mailJob = defineJob({ name: 'test.mail', payload: z.object({ to: z.string() }), retries: 0 });

beforeAll(async () => {
  const { context } = app;
  const { statement, payee } = await sellLastMonth();
  const user = await buildUser(app, { email: EMAIL, firstName: NAME });
  await context.db.updateTable('users').set({ phoneNumber: PHONE }).where('id', '=', user.id).execute();
  buyer = { ...user, sourceId: await keepCard(app, user, 'pm_card_visa') };
  const event = await buildEvent(app);
  const album = await buildAlbum(app, { eventId: event.id });
  await markViewed(app, buyer.id, album.id);
  const { body } = await payForAlbum(app, buyer, album.id);
  const boss = await buildUser(app, { role: 'super' });
  const refund = { params: { id: body.order_key }, body: { amount: 500, memo: `${NAME} asked for it` } };
  const refunded = await app.call(refundEndpoints.refundOrder, { token: boss.token, ...refund });
  const wrote = await app.call(supportEndpoints.sendMessage, {
    token: buyer.token,
    body: { key: randomUUID(), text: `I am ${NAME}`, attachments: [] },
  });
  const photo = await buildImage(app, album);
  const about = { image: photo.id, album: album.id, event: event.id, user: buyer.id };
  const reported = await app.call(moderationEndpoints.reportPhoto, {
    token: buyer.token,
    body: { ...about, type: 'quality', memo: 'It is blurred' },
  });
  const tapped = { params: { id: photo.id }, body: { x: 0.5, y: 0.5 } };
  const asked = await app.call(safeShareEndpoints.neverShow, { token: buyer.token, ...tapped });
  const statuses = [refunded, wrote, reported, asked].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  const order = context.db.selectFrom('orders').select('id').where('key', '=', body.order_key);
  secrets.push(body.order_key);
  ids = [buyer.id, (await order.executeTakeFirstOrThrow()).id, album.id, event.id, statement, payee];
  for (const role of ['finance', 'analyst', 'event_lead'] as const) {
    tokens[role] = (await buildUser(app, { role })).token;
  }
  const mailJobs = [
    onJob(mailJob, async ({ to }) => {
      throw new Error(`550 no mailbox ${to}`);
    }),
  ];
  await context.queue.prepare(mailJobs);
  await context.queue.startWorkers(mailJobs);
  await context.queue.enqueue(context.db, mailJob, { to: EMAIL });
  await eventually(
    async () => ((await failedJobs('analyst')).length > 0 ? true : undefined),
    'the failed job',
  );
});

/** Sells a photographer's album to somebody else of the name, in a month that is closed by now. */
async function sellLastMonth(): Promise<{ statement: number; payee: number }> {
  const { add, months, close } = rosterCalls(app);
  await add('Rosa Roster', 3_000);
  const user = await buildUser(app, { firstName: NAME });
  const other = { ...user, sourceId: await keepCard(app, user, 'pm_card_visa') };
  const album = await buildViewedAlbum(app, other);
  await buildImage(app, album, { photographer: 'Rosa Roster' });
  await payForAlbum(app, other, album.id);
  app.advanceMinutes(32 * 24 * 60);
  const due = (await months()).find(({ state }) => state === 'due');
  const { list } = (await close(due?.month ?? '')).body;
  const { id: payee } = await app.context.db.selectFrom('payees').select('id').executeTakeFirstOrThrow();
  return { statement: list[0]?.number ?? 0, payee };
}

const failedJobs = async (role: keyof typeof tokens) =>
  (await app.call(operationEndpoints.failedJobs, { token: tokens[role] })).body;
const today = () => app.context.clock.now().toISOString().slice(0, 10);
const days = () => ({ start_date: today(), end_date: today(), time_zone: 'UTC' });

/** Good values of whatever a call asks for, by name; filters other than these are left out. */
const queryOf = ({ query, path }: EndpointShape) => {
  const month = today().slice(0, 7);
  const values: Record<string, string> = { ...days(), from: month, to: month, month, format: 'csv' };
  if (path === '/admin/search') values.q = NAME;
  return Object.entries(values).filter(([name]) => query && Object.hasOwn(query.shape, name));
};

/** One address for each thing that the path may name. */
function addressesOf(endpoint: EndpointShape): string[] {
  const query = new URLSearchParams(queryOf(endpoint));
  const filled = endpoint.path.replace(':month', today().slice(0, 7)).replace(':year', today().slice(0, 4));
  const paths = filled.includes(':') ? ids.map((id) => filled.replace(/:\w+/g, String(id))) : [filled];
  return paths.map((path) => `/api${path}?${query}`);
}

const STAFF_ONLY = new Set<string>(['admin', 'admin_photographer_report', 'reports', 'payouts']);
const ROLES = ['finance', 'event_lead'] as const;
const mayRead = (role: Role, { method, access }: EndpointShape) =>
  access === 'public' || access === 'authenticated' || mayCall({ role }, { method, access });
const reads = contract.filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint !== outboxEndpoints.outbox &&
    ROLES.some((role) => mayRead(role, endpoint)),
);

async function read(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.app.inject({ url, headers, remoteAddress: freshIp(), payloadAsStream: true });
  // News never end by themselves.
  if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
    answer.stream().destroy();
    return { status: answer.statusCode, text: '' };
  }
  const chunks = await answer.stream().toArray();
  return { status: answer.statusCode, text: Buffer.concat(chunks.map((one) => Buffer.from(one))).toString() };
}

describe('whoever may not see customers', () => {
  test.each(reads.map((endpoint) => [endpoint.path, endpoint] as const))(
    'learns from GET %s neither name nor address nor number of a buyer',
    async (path, endpoint) => {
      const ask = (role: (typeof ROLES)[number]) =>
        Promise.all(addressesOf(endpoint).map((url) => read(url, tokens[role])));
      const answers = { finance: await ask('finance'), event_lead: await ask('event_lead') };
      for (const { text } of Object.values(answers).flat()) {
        const said = text.toLowerCase();
        expect(secrets.filter((secret) => said.includes(secret.toLowerCase()))).toEqual([]);
      }
      // The history of anything needs a permission that finance lacks.
      const isRefused = path.startsWith('/lists/history');
      if (STAFF_ONLY.has(endpoint.access) && !isRefused) {
        expect(answers.finance.map(({ status }) => status)).toContain(200);
      }
    },
  );

  test('finds the sale, but not by name or email of the buyer', async () => {
    const find = async (role: keyof typeof tokens, q?: string) => {
      const query = { ...days(), ...(q && { q }) };
      const [page, total] = await Promise.all([
        app.call(reportRowListEndpoints.page, { token: tokens[role], query }),
        app.call(reportRowListEndpoints.count, { token: tokens[role], query }),
      ]);
      expect(page.body.rows).toHaveLength(total.body.total);
      return page.body.rows;
    };
    const [sale] = await find('analyst', NAME);
    expect(sale).toMatchObject({ customer: buyer.id, customer_name: buyer.name });
    expect(await find('analyst', EMAIL)).not.toEqual([]);
    for (const q of [NAME, EMAIL]) expect(await find('finance', q)).toEqual([]);
    expect(await find('finance', String(sale?.order))).toContainEqual({
      ...sale,
      customer: null,
      customer_name: null,
    });
  });

  test('gets CSV files without the columns of the buyer', async () => {
    const headingFor = async (role: keyof typeof tokens) => {
      const url = `/api${reportRowListEndpoints.csv.path}?${new URLSearchParams(days())}`;
      return (await read(url, tokens[role])).text.split('\r\n')[0]?.split(',');
    };
    const all = await headingFor('analyst');
    expect(all).toEqual(expect.arrayContaining(['customer', 'customer_name', 'order']));
    expect(await headingFor('finance')).toEqual(all?.filter((name) => !name.startsWith('customer')));
  });

  test('reads album payments without their buyers', async () => {
    const payments = async (role: keyof typeof tokens) =>
      (await app.call(reportEndpoints.albumPaymentReport, { token: tokens[role], query: days() })).body;
    const [payment] = await payments('analyst');
    expect(payment).toMatchObject({ customer: buyer.id, customer_name: buyer.name, amount: ALBUM_PRICE });
    expect(await payments('finance')).toEqual([{ ...payment, customer: null, customer_name: null }]);
  });

  test('reviews photos without who reported them or asked never to show them', async () => {
    const reporterFor = async (role: keyof typeof tokens) =>
      (await app.call(moderationEndpoints.listReportedPhotos, { token: tokens[role] })).body[0];
    const askerFor = async (role: keyof typeof tokens) =>
      (await app.call(safeShareEndpoints.listForcedCovers, { token: tokens[role] })).body[0]?.asked_by;
    const known = { name: buyer.name, email: EMAIL };
    expect(await reporterFor('analyst')).toMatchObject({ user: buyer.id, reporter: known });
    expect(await askerFor('analyst')).toEqual(known);
    const unknown = { name: 'A customer', email: '' };
    expect(await reporterFor('event_lead')).toMatchObject({ user: null, reporter: unknown });
    expect(await askerFor('event_lead')).toEqual(unknown);
  });

  test('sees that a job failed, and not what it was about, which goes on record for those who see it', async () => {
    const [job] = await failedJobs('analyst');
    expect(job).toMatchObject({ payload: { to: EMAIL }, error: `550 no mailbox ${EMAIL}` });
    for (const role of ['finance', 'event_lead'] as const) {
      expect(await failedJobs(role)).toEqual([{ ...job, payload: null, error: null }]);
    }
    const readers = await app.context.db
      .selectFrom('auditLog')
      .innerJoin('users', 'users.id', 'auditLog.actorId')
      .select('users.role')
      .where('subject', '=', 'users:failed jobs')
      .execute();
    expect(readers).toEqual([{ role: 'analyst' }]);
  });
});
