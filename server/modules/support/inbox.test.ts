import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inboxListEndpoints, supportEndpoints } from '#contract/endpoints/support.ts';
import { inboxList, MAX_CONVERSATIONS_AT_ONCE } from '#contract/lists/inbox.ts';
import { buildUser, freshEmail, freshIp, type TestUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { answerConversation, sendMessage, setStatuses } = supportEndpoints;

const staffUser = () => buildUser(testApp, { role: 'customer_support' });

async function write(user: TestUser, text: string): Promise<number> {
  const body = { text, attachments: [], key: randomUUID() };
  return (await testApp.call(sendMessage, { token: user.token, body })).body.conversation.id;
}

async function answer(staff: TestUser, id: number): Promise<void> {
  const body = { text: 'Answered', attachments: [], key: randomUUID() };
  expect((await testApp.call(answerConversation, { token: staff.token, params: { id }, body })).status).toBe(
    200,
  );
}

type Filter = {
  q?: string;
  _sort?: 'waiting:desc' | 'oldest_waiting:asc' | 'last_message_at:desc';
  status?: 'open' | 'closed';
};

async function list(staff: TestUser, query: Filter): Promise<number[]> {
  const { status, body } = await testApp.call(inboxListEndpoints.page, { token: staff.token, query });
  expect(status).toBe(200);
  return body.rows.map(({ id }) => id);
}

const close = (staff: TestUser, conversations: number[], status: 'open' | 'closed' = 'closed') =>
  testApp.call(setStatuses, { token: staff.token, body: { conversations, status } });

const auditOf = (id: number) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'before', 'after'])
    .where('subject', '=', `conversation:${id}`)
    .orderBy('id')
    .execute();

describe('a search in the inbox', () => {
  test('finds names, email addresses and words of any message, whatever their case', async () => {
    const staff = await staffUser();
    const word = `zephyr${randomUUID().slice(0, 6)}`;
    const customer = await buildUser(testApp, { firstName: `Quill${word}` });
    const id = await write(customer, `The 100% ${word.toUpperCase()}-frame is missing`);
    await write(customer, 'Hello again');
    const other = await write(await buildUser(testApp), 'Something else');
    for (const q of [word, `quill${word}`, customer.email.toUpperCase(), `missing ${word}`, `is ${word}`]) {
      expect(await list(staff, { q }), q).toEqual([id]);
    }
    expect(await list(staff, { q: `${word} nowhere` })).toEqual([]);
    expect(await list(staff, { q: `qq ${word}` })).toEqual([]);
    expect(await list(staff, { q: '100%' })).toContain(id);
    expect(await list(staff, { q: '1_0%' })).toEqual([]);
    expect(await list(staff, { q: '   ' })).toEqual(expect.arrayContaining([id, other]));
  });

  test('finds a visitor by their address', async () => {
    const [staff, visitor_email] = [await staffUser(), freshEmail()];
    const body = { text: 'Hello', attachments: [], key: randomUUID(), visitor_email };
    const { body: sent } = await testApp.call(sendMessage, { ip: freshIp(), body });
    expect(await list(staff, { q: visitor_email })).toEqual([sent.conversation.id]);
  });

  test('does not search messages for words of two letters', async () => {
    const staff = await staffUser();
    const id = await write(await buildUser(testApp), 'qx qx qx');
    expect(await list(staff, { q: 'qx' })).not.toContain(id);
  });

  test('uses an index', async () => {
    await testApp.context.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select conversation_id from support_messages where lower(text) like '%zephyr%'`.execute(tx);
      expect(JSON.stringify(rows)).toContain('support_messages_search');
    });
  });
});

describe('the inbox', () => {
  test('is sorted by waiting, by last message or by longest waiting', async () => {
    const [staff, tag] = [await staffUser(), `sort${randomUUID().slice(0, 8)}`];
    const ids: number[] = [];
    for (const text of ['waits longest', 'answered', 'waits']) {
      ids.push(await write(await buildUser(testApp), `${tag} ${text}`));
      testApp.advanceMinutes(1);
    }
    const [longest, answered, waits] = ids as [number, number, number];
    await answer(staff, answered);
    expect(await list(staff, { q: tag })).toEqual([waits, longest, answered]);
    expect(await list(staff, { q: tag, _sort: 'last_message_at:desc' })).toEqual([answered, waits, longest]);
    expect(await list(staff, { q: tag, _sort: 'oldest_waiting:asc' })).toEqual([longest, waits, answered]);
    await close(staff, ids);
    expect(await list(staff, { q: tag, status: 'closed' })).toEqual([answered, waits, longest]);
    expect(await list(staff, { q: tag, status: 'closed', _sort: 'oldest_waiting:asc' })).toEqual([
      longest,
      waits,
      answered,
    ]);
  });

  test('holds each conversation once, whatever its order and status', async () => {
    const staff = await staffUser();
    const tags = { open: `open${randomUUID().slice(0, 8)}`, closed: `closed${randomUUID().slice(0, 8)}` };
    for (const status of ['open', 'closed'] as const) {
      const insertRow = async () => {
        const id = await write(await buildUser(testApp), tags[status]);
        testApp.advanceMinutes(1);
        if (id % 3 === 0) await answer(staff, id);
        if (status === 'closed') await close(staff, [id]);
        return id;
      };
      for (let n = 0; n < 15; n++) await insertRow();
      await expectPagedList(testApp, {
        list: inboxList,
        calls: inboxListEndpoints,
        token: staff.token,
        filters: { q: tags[status], status },
        idOf: ({ id }: { id: number }) => id,
        insertRow,
      });
    }
  }, 120_000);

  test('is exported as filtered, and the export is audited', async () => {
    const [staff, tag] = [await staffUser(), `file${randomUUID().slice(0, 8)}`];
    const customer = await buildUser(testApp);
    const id = await write(customer, `=cmd() ${tag}`);
    const file = await testApp.app.inject({
      url: `/api${inboxListEndpoints.csv.path}`,
      query: { q: tag },
      headers: { authorization: `Bearer ${staff.token}` },
    });
    const [heads, ...lines] = file.body.trimEnd().split('\r\n');
    expect(heads).toBe(
      'id,status,waits_for_us,name,email,user,bug_report,unread,last_from,last_message_at,assignee,tags,last_message',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(`^${id},open,yes,.*,${customer.email},${customer.id},no,1,customer,`),
    );
    expect(lines[0]?.endsWith(`,'=cmd() ${tag}`)).toBe(true);
    const entry = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'after'])
      .where('action', '=', 'conversations.export')
      .where('actorId', '=', staff.id)
      .executeTakeFirst();
    expect(entry?.after).toMatchObject({ filter: { q: tag }, conversations: 1 });
  });
});

describe('several conversations', () => {
  test('are closed and reopened, with an audit entry each', async () => {
    const staff = await staffUser();
    const ids = [await write(await buildUser(testApp), 'One'), await write(await buildUser(testApp), 'Two')];
    expect((await close(staff, ids)).body.done).toEqual(ids);
    expect(await list(staff, { status: 'closed' })).toEqual(expect.arrayContaining(ids));
    expect((await close(staff, ids, 'open')).body.done).toEqual(ids);
    for (const id of ids) {
      expect(await auditOf(id)).toEqual([
        { actorId: staff.id, before: { status: 'open' }, after: { status: 'closed' } },
        { actorId: staff.id, before: { status: 'closed' }, after: { status: 'open' } },
      ]);
    }
  });

  test('are closed exactly once by two people at the same time, and one person’s undo does not affect the other’s', async () => {
    const [one, other] = [await staffUser(), await staffUser()];
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await write(await buildUser(testApp), `Number ${n}`));
    const answers = await Promise.all([close(one, ids.slice(0, 4)), close(other, ids.slice(2).toReversed())]);
    const changed = answers.map(({ body }) => body.done);
    expect(changed.flat().toSorted((a, b) => a - b)).toEqual(ids);
    for (const id of ids) expect(await auditOf(id)).toHaveLength(1);
    await close(one, changed[0] ?? [], 'open');
    expect((await list(one, { status: 'closed' })).filter((id) => ids.includes(id)).toSorted()).toEqual(
      changed[1]?.toSorted(),
    );
  });

  test('that do not exist or were closed before are refused, and so are too many', async () => {
    const staff = await staffUser();
    const id = await write(await buildUser(testApp), 'One');
    expect((await close(staff, [id, 2_000_000_000, id])).body).toEqual({
      done: [id],
      refused: [{ id: 2_000_000_000, reason: 'Not found' }],
    });
    expect((await close(staff, [id])).body).toEqual({
      done: [],
      refused: [{ id, reason: 'Already closed' }],
    });
    expect(
      (
        await close(
          staff,
          Array.from({ length: MAX_CONVERSATIONS_AT_ONCE + 1 }, (_, n) => n + 1),
        )
      ).status,
    ).toBe(400);
    const customer = await buildUser(testApp);
    expect((await close(customer, [id])).status).toBe(403);
  });
});
