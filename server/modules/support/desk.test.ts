import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inboxListEndpoints, supportEndpoints } from '#contract/endpoints/support.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
const { assignConversations, changeTags, getDesk, addReply, changeReply, deleteReply, sendMessage } =
  supportEndpoints;
const staffUser = () => buildUser(app, { role: 'customer_support' });

async function conversation(): Promise<number> {
  const { token } = await buildUser(app);
  const body = { text: 'Where are my photos?', attachments: [], key: randomUUID() };
  return (await app.call(sendMessage, { token, body })).body.conversation.id;
}

const assign = ({ token }: TestUser, conversations: number[], assignee: number | null) =>
  app.call(assignConversations, { token, body: { conversations, assignee } });
const tag = ({ token }: TestUser, id: number, add: string[], remove: string[] = []) =>
  app.call(changeTags, { token, params: { id }, body: { add, remove } });

async function list({ token }: TestUser, query: { assignee?: number | 'nobody'; tag?: string }) {
  const { body } = await app.call(inboxListEndpoints.page, { token, query });
  return body.rows.map(({ id }) => id);
}

const auditOf = (subject: string) =>
  app.context.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('assignment', () => {
  test('goes to me, a colleague or nobody, filters the inbox, and is on record', async () => {
    const [me, colleague] = [await staffUser(), await staffUser()];
    const [first, second] = [await conversation(), await conversation()];
    expect((await assign(me, [first, second, 2_000_000], me.id)).body).toEqual({
      done: [first, second],
      refused: [{ id: 2_000_000, reason: 'Not found' }],
    });
    expect((await list(me, { assignee: me.id })).toSorted()).toEqual([first, second].toSorted());
    await assign(me, [second], colleague.id);
    expect((await assign(me, [first], null)).body.done).toEqual([first]);
    expect(await list(me, { assignee: colleague.id })).toEqual([second]);
    expect(await list(me, { assignee: 'nobody' })).toContain(first);
    expect(await auditOf(`conversation:${first}`)).toEqual([
      { action: 'conversation.assign', before: { assignee: null }, after: { assignee: me.id } },
      { action: 'conversation.assign', before: { assignee: me.id }, after: { assignee: null } },
    ]);
  });

  test('never goes to a customer', async () => {
    const customer = await buildUser(app);
    const { status } = await assign(await staffUser(), [await conversation()], customer.id);
    expect(status).toBe(400);
  });
});

test('tags are lower case, unique and few, and filter the inbox', async () => {
  const me = await staffUser();
  const id = await conversation();
  const word = `t${randomUUID().slice(0, 8)}`;
  expect((await tag(me, id, [word.toUpperCase(), word, 'refund'])).body.tags).toEqual(['refund', word]);
  expect(await list(me, { tag: word.toUpperCase() })).toEqual([id]);
  expect((await app.call(getDesk, { token: me.token })).body.tags).toContain(word);
  expect(await auditOf(`conversation:${id}`)).toMatchObject([{ action: 'conversation.tags' }]);
  // Two windows: neither takes away what the other added.
  await Promise.all([tag(me, id, ['late']), tag(await staffUser(), id, ['vip'], ['refund'])]);
  expect((await tag(me, id, [])).body.tags).toEqual(['late', word, 'vip'].toSorted());
  const many = Array.from({ length: 6 }, (_, at) => `tag ${at}`);
  expect((await tag(me, id, many)).status).toBe(409);
  await tag(me, id, [], [word, 'late', 'vip']);
  expect(await list(me, { tag: word })).toEqual([]);
  for (const bad of [[''], ['x'.repeat(31)], Array.from({ length: 9 }, (_, at) => `tag ${at}`)])
    expect((await tag(me, id, bad)).status).toBe(400);
  expect((await tag(me, 2_000_000, [])).status).toBe(404);
});

test('every tag that can be added can be removed', async () => {
  const [staff, id] = [await staffUser(), await conversation()];
  const half = 'İ'.repeat(15);
  expect((await tag(staff, id, [`${half}İ`])).status).toBe(400);
  const { tags } = (await tag(staff, id, [half])).body;
  expect((await tag(staff, id, [], tags)).body).toEqual({ tags: [] });
});

test('staff write, edit and delete canned replies that all of them see', async () => {
  const { token } = await staffUser();
  const title = `Downloads ${randomUUID().slice(0, 8)}`;
  const added = await app.call(addReply, { token, body: { title, text: 'Hi {name}' } });
  const params = { id: added.body.id };
  expect((await app.call(addReply, { token, body: { title, text: 'Again' } })).status).toBe(409);
  const body = { title, text: 'Hi {name}, order {order} is ready.' };
  expect((await app.call(changeReply, { token, params, body })).body).toMatchObject({
    id: params.id,
    ...body,
  });
  const other = await staffUser();
  const desk = await app.call(getDesk, { token: other.token });
  expect(desk.body.replies).toContainEqual(expect.objectContaining({ id: params.id, ...body }));
  expect(desk.body.staff).toContainEqual(expect.objectContaining({ id: other.id }));
  expect((await app.call(deleteReply, { token, params })).status).toBe(200);
  expect((await app.call(deleteReply, { token, params })).status).toBe(404);
  expect((await app.call(changeReply, { token, params, body })).status).toBe(404);
  const actions = (await auditOf(`reply:${params.id}`)).map(({ action }) => action);
  expect(actions).toEqual(['reply.create', 'reply.update', 'reply.delete']);
  const customer = await buildUser(app);
  expect((await app.call(getDesk, { token: customer.token })).status).toBe(403);
});
