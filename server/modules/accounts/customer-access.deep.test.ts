import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { cardAttemptEndpoints, disputeEndpoints, refundEndpoints } from '#contract/endpoints/refunds.ts';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { readHistory } from '#server/testing/history.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
const users = userAdministrationEndpoints;

/** Someone of any role who owns an album and a photo, and about whom there is a note. */
async function buildPerson(role: Role) {
  const { db } = app.context;
  const user = await buildUser(app, { role });
  const [album, other] = [await buildAlbum(app), await buildAlbum(app)];
  const [bought, free] = [await buildImage(app, other), await buildImage(app, other)];
  const owned = await buildEntitlement(app, user, album);
  const photo = await buildEntitlement(app, user, other, { imageId: bought.id });
  const { id: foundId } = await buildHolding(app, user, album, { viewsUsed: 1 });
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('key', '=', owned.orderKey)
    .executeTakeFirstOrThrow();
  const boss = await buildUser(app, { role: 'super' });
  const { id: noteId } = await db
    .insertInto('userNotes')
    .values({ userId: user.id, authorId: boss.id, text: 'asks often', createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: requestId } = await db
    .insertInto('refundRequests')
    .values({
      orderId,
      lineIds: [owned.orderLineId],
      amountCents: 1995,
      memo: 'asked for',
      requestedBy: boss.id,
      createdAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: attemptId } = await db
    .insertInto('paymentAttempts')
    .values({
      orderId,
      userId: user.id,
      mode: 'sandbox',
      amountCents: 0,
      state: 'failed',
      failureCode: 'card_declined',
      settledAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: refundId } = await db
    .insertInto('refunds')
    .values({ orderId, attemptId, amountCents: 1995, memo: 'asked for', state: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const { id: returnedId } = await db
    .insertInto('returnedRefunds')
    .values({
      refundId,
      orderId,
      attemptId,
      amountCents: 1995,
      hasEntitlements: true,
      owedSince: now,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: disputeId } = await db
    .insertInto('disputes')
    .values({
      disputeId: `du_${user.id}`,
      orderId,
      attemptId,
      amountCents: 1995,
      state: 'lost',
      needsResponse: false,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: linkId } = await db
    .insertInto('photoLinks')
    .values({
      userId: user.id,
      albumId: album.id,
      imageIds: [bought.id],
      label: '',
      tokenHash: randomBytes(32),
      allowsDownloads: false,
      createdAt: now,
      endsAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...user,
    linkId,
    disputeId,
    orderId,
    orderKey: owned.orderKey,
    albumLine: owned.orderLineId,
    imageLine: photo.orderLineId,
    entitlementId: owned.id,
    foundId,
    otherAlbum: other.id,
    freeImage: free.id,
    noteId,
    requestId,
    returnedId,
  };
}
type Person = Awaited<ReturnType<typeof buildPerson>>;

const lasting = new Map<Role, Promise<Person>>();
/** For calls that change nothing which another test looks at. */
function lastingPerson(role: Role): Promise<Person> {
  const person = lasting.get(role) ?? buildPerson(role);
  lasting.set(role, person);
  return person;
}
const personFor = (endpoint: EndpointShape, role: Role) =>
  CHANGES.has(endpoint) ? buildPerson(role) : lastingPerson(role);

type Input = { params?: object; query?: object; body?: object };

/** Every call by which staff change something that belongs to a person. */
const CHANGES = new Map<EndpointShape, (person: Person) => Input>([
  [refundEndpoints.refundOrder, ({ orderKey }) => ({ params: { id: orderKey }, body: { memo: 'please' } })],
  [refundEndpoints.approveRefund, ({ requestId }) => ({ params: { id: requestId } })],
  [
    refundEndpoints.settleReturnedRefund,
    ({ returnedId }) => ({ params: { id: returnedId }, body: { how: 'purchase_kept', note: 'agreed' } }),
  ],
  [disputeEndpoints.sendEvidence, ({ disputeId }) => ({ params: { id: disputeId }, body: { note: '' } })],
  [refundEndpoints.declineRefund, ({ requestId }) => ({ params: { id: requestId } })],
  [
    refundEndpoints.swapAlbumPayment,
    ({ albumLine, otherAlbum }) => ({ body: { album_payment_id: albumLine, album_id: otherAlbum } }),
  ],
  [
    refundEndpoints.swapImagePayment,
    ({ imageLine, freeImage }) => ({ body: { image_payment_id: imageLine, image_id: freeImage } }),
  ],
  [foundAlbumEndpoints.resetViews, ({ foundId }) => ({ params: { id: foundId } })],
  [users.resetAllViews, ({ id }) => ({ params: { id } })],
  [users.resetChosenViews, ({ id, foundId }) => ({ params: { id }, body: { ids: [foundId] } })],
  [downloadEndpoints.resetDownloads, ({ entitlementId }) => ({ params: { id: entitlementId } })],
  [
    users.resetChosenDownloads,
    ({ id, entitlementId }) => ({ params: { id }, body: { ids: [entitlementId] } }),
  ],
  [users.addUserNote, ({ id }) => ({ params: { id }, body: { text: 'a good one' } })],
  [users.deleteUserNote, ({ noteId }) => ({ params: { id: noteId } })],
  [users.changeRole, ({ id }) => ({ params: { id }, body: { role: 'analyst' } })],
  [secondFactorEndpoints.approveSecondFactor, ({ id }) => ({ params: { id } })],
  [secondFactorEndpoints.resetSecondFactor, ({ id }) => ({ params: { id } })],
  [users.allowMore, ({ id }) => ({ params: { id }, body: { more_programs: 1, more_albums: 1, days: 1 } })],
  [users.resetPreviewQuota, ({ id }) => ({ params: { id } })],
  [cardAttemptEndpoints.liftCardAttempts, ({ id }) => ({ params: { id } })],
  [users.suspendUser, ({ id }) => ({ params: { id }, body: { reason: 'copying' } })],
  [users.unsuspendUser, ({ id }) => ({ params: { id } })],
  [users.logUserOut, ({ id }) => ({ params: { id } })],
  [photoLinkEndpoints.endPhotoLinkOfUser, ({ id, linkId }) => ({ params: { id, link: linkId } })],
]);

/** These calls answer for each id separately. */
const BULK_CHANGES = [
  [users.actOnUsers, { action: 'log_out' }],
  [users.actOnUsers, { action: 'send_password_link' }],
] as const;

/** Calls by which everyone changes their own data and staff that of others. */
const OWN_OR_OTHERS = new Map<EndpointShape, (person: Person) => Input>([
  [accountEndpoints.updateUser, ({ id }) => ({ params: { id }, body: { city: 'Austin' } })],
  [
    notificationEndpoints.updateSettings,
    ({ id }) => ({ params: { id }, body: { settings: FACTORY_NOTIFICATION_SETTINGS } }),
  ],
  [notificationEndpoints.resumeEmail, ({ id }) => ({ params: { id } })],
]);

/** Every call by which staff see something that belongs to a person. */
const READS = new Map<EndpointShape, (person: Person) => Input>([
  [accountEndpoints.getUser, ({ id }) => ({ params: { id } })],
  [notificationEndpoints.getSettings, ({ id }) => ({ params: { id } })],
  [users.listUserNotes, ({ id }) => ({ params: { id } })],
  [users.listUserSessions, ({ id }) => ({ params: { id } })],
  [users.orderOfUser, ({ id, orderId }) => ({ params: { id, order: orderId } })],
  [users.foundAlbumsOfUser, ({ id }) => ({ params: { id } })],
  [users.previewQuota, ({ id }) => ({ params: { id } })],
  [cardAttemptEndpoints.cardAttemptsOfUser, ({ id }) => ({ params: { id } })],
  [disputeEndpoints.getEvidence, ({ disputeId }) => ({ params: { id: disputeId } })],
  [users.downloadsOfUser, ({ id }) => ({ params: { id } })],
  [photoLinkEndpoints.photoLinksOfUser, ({ id }) => ({ params: { id } })],
  [userOrderListEndpoints.page, ({ id }) => ({ query: { user: id } })],
  [userOrderListEndpoints.count, ({ id }) => ({ query: { user: id } })],
  [userOrderListEndpoints.csv, ({ id }) => ({ query: { user: id } })],
  [historyEndpoints.page, ({ id }) => ({ query: { scope: 'user', subject: id } })],
  [historyEndpoints.count, ({ id }) => ({ query: { scope: 'user', subject: id } })],
  [historyEndpoints.csv, ({ id }) => ({ query: { scope: 'user', subject: id } })],
]);

const STAFF_ONLY = ['admin', 'customers', 'refunds', 'customer_notification_settings', 'reports', 'settings'];

/** Staff calls that change nothing of a person, or only answer what a person wrote to us. */
const OF_NOBODY = [
  /^POST \/jobs\//,
  /^(POST|PUT) \/support\/conversations\//,
  /^(POST|PUT|DELETE) \/support\/replies/,
  /^(PUT|DELETE) \/list-views/,
  /^POST \/statements\/months\//,
  /^POST \/default-user-notification-settings$/,
  /^(POST|PUT) \/coupons/,
  /^(POST|PUT) \/settings/,
  /^(POST|PUT|DELETE) \/tax\/rates/,
  /^POST \/staff-invitations/,
  // A leak search begins without knowing whom it will name; seeing the result is a read on record.
  /^POST \/traces/,
];

const nameOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
const rows = <Value>(map: ReadonlyMap<EndpointShape, Value>) =>
  [...map].map(([endpoint, value]) => [nameOf(endpoint), endpoint, value] as const);

async function send(endpoint: EndpointShape, token: string, { params = {}, query = {}, body }: Input) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    String((params as Record<string, unknown>)[name]),
  );
  const response = await app.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: query as Record<string, string>,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const json = isJson ? response.json() : undefined;
  return { status: response.statusCode, code: json?.error?.code, json };
}

const NOT_FOR_YOURSELF = { status: 403, code: 'not_for_yourself' };
const FORBIDDEN = { status: 403, code: 'forbidden' };
const readsOf = (userId: number) =>
  app.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'after'])
    .where('action', '=', 'user.read')
    .where('subject', '=', `user:${userId}`)
    .execute();
const readsBy = async (actorId: number, userId: number) =>
  (await readsOf(userId)).filter((read) => read.actorId === actorId);

test('every staff call that changes something is known to be of a person or of nobody', () => {
  const unknown = contract.filter(
    (endpoint) =>
      endpoint.method !== 'GET' &&
      STAFF_ONLY.includes(endpoint.access) &&
      !CHANGES.has(endpoint) &&
      endpoint !== users.actOnUsers &&
      !OF_NOBODY.some((pattern) => pattern.test(nameOf(endpoint))),
  );
  expect(unknown.map(nameOf), 'add them to CHANGES, and call actFor in their use case').toEqual([]);
});

test('every staff call that names a user is known', () => {
  const known = [...CHANGES.keys(), ...OWN_OR_OTHERS.keys(), ...READS.keys()];
  const unknown = contract.filter(
    (endpoint) => /^\/users\/.*:id/.test(endpoint.path) && !known.includes(endpoint),
  );
  expect(unknown.map(nameOf), 'add them to READS or CHANGES').toEqual([]);
});

describe('nobody does it for themselves', () => {
  test.each(rows(CHANGES))('%s', async (_name, endpoint, inputOf) => {
    const person = await lastingPerson('super');
    const before = await stateOf(person.id);
    expect(await send(endpoint, person.token, inputOf(person))).toMatchObject(NOT_FOR_YOURSELF);
    expect(await stateOf(person.id)).toEqual(before);
  });

  test.each(BULK_CHANGES)('%o lists it as refused', async (endpoint, body) => {
    const person = await buildPerson('customer_support');
    const customer = await buildUser(app);
    const ids = [person.id, customer.id];
    const { json } = await send(endpoint, person.token, { body: { ...body, ids } });
    const reason = 'Ask a colleague to do this for your own account.';
    expect(json).toEqual({ done: [customer.id], refused: [{ id: person.id, reason }] });
  });

  test('and nobody reads what colleagues noted about them', async () => {
    const person = await lastingPerson('super');
    const answer = await send(users.listUserNotes, person.token, { params: { id: person.id } });
    expect(answer).toMatchObject(NOT_FOR_YOURSELF);
  });

  async function stateOf(userId: number) {
    const { db } = app.context;
    return {
      user: await db.selectFrom('users').selectAll().where('id', '=', userId).execute(),
      entitlements: await db.selectFrom('entitlements').selectAll().where('userId', '=', userId).execute(),
      found: await db.selectFrom('userFoundAlbums').selectAll().where('userId', '=', userId).execute(),
      notes: await db.selectFrom('userNotes').selectAll().where('userId', '=', userId).execute(),
      orders: await db.selectFrom('orders').selectAll().where('userId', '=', userId).execute(),
      sessions: await db
        .selectFrom('sessions')
        .select(['id', 'endedAt'])
        .where('userId', '=', userId)
        .execute(),
    };
  }
});

/** What support gets instead of 200, although the person is a customer. */
const OTHER_ANSWERS = new Map<EndpointShape, { status: number; code?: string }>([
  // Roles and second factors are for supers, and notes are deleted by their author.
  [users.changeRole, FORBIDDEN],
  [users.deleteUserNote, FORBIDDEN],
  [secondFactorEndpoints.approveSecondFactor, FORBIDDEN],
  [secondFactorEndpoints.resetSecondFactor, FORBIDDEN],
  // Nothing was paid for what this person owns.
  [refundEndpoints.refundOrder, { status: 409, code: 'nothing_to_refund' }],
  [refundEndpoints.approveRefund, { status: 409, code: 'nothing_to_refund' }],
  [refundEndpoints.settleReturnedRefund, { status: 409, code: 'conflict' }],
  [disputeEndpoints.sendEvidence, { status: 409, code: 'evidence_not_accepted' }],
  [refundEndpoints.swapAlbumPayment, { status: 404, code: 'not_found' }],
  [refundEndpoints.swapImagePayment, { status: 404, code: 'not_found' }],
]);

describe('support and analysts act for customers only', () => {
  const all = new Map([...CHANGES, ...OWN_OR_OTHERS, ...READS]);

  test.each(rows(all))('%s is refused for staff, and a super may', async (_name, endpoint, inputOf) => {
    const person = await personFor(endpoint, 'super');
    for (const role of ['customer_support', 'analyst'] as const) {
      const { id, token } = await buildUser(app, { role });
      expect(await send(endpoint, token, inputOf(person)), role).toMatchObject(FORBIDDEN);
      expect(await readsBy(id, person.id)).toEqual([]);
    }
    const boss = await buildUser(app, { role: 'super' });
    const { status, code } = await send(endpoint, boss.token, inputOf(person));
    expect([FORBIDDEN.code, NOT_FOR_YOURSELF.code]).not.toContain(code);
    expect(status).not.toBe(403);
  });

  test.each(rows(all))('%s is not refused for a customer', async (_name, endpoint, inputOf) => {
    const person = await personFor(endpoint, 'authenticated');
    const { token } = await buildUser(app, { role: 'customer_support' });
    const answer = await send(endpoint, token, inputOf(person));
    const { status, code } = OTHER_ANSWERS.get(endpoint) ?? { status: 200 };
    expect({ status: answer.status, code: answer.code }).toEqual({ status, code });
  });

  test.each(BULK_CHANGES)('%o lists staff as refused', async (endpoint, body) => {
    const boss = await buildUser(app, { role: 'super' });
    const { token } = await buildUser(app, { role: 'customer_support' });
    const { json } = await send(endpoint, token, { body: { ...body, ids: [boss.id] } });
    expect(json).toMatchObject({ done: [], refused: [{ id: boss.id }] });
    expect((await app.call(accountEndpoints.me, { token: boss.token })).status).toBe(200);
  });

  test('the athletes of staff are refused too', async () => {
    const boss = await buildUser(app, { role: 'super' });
    const { token } = await buildUser(app, { role: 'customer_support' });
    const answer = await app.call(athleteEndpoints.listAthletes, { token, query: { user_eq: boss.id } });
    expect(answer).toMatchObject({ status: 403, error: { code: 'forbidden' } });
  });
});

describe('reading a customer’s data', () => {
  const support = () => buildUser(app, { role: 'customer_support' });
  const open = (staff: TestUser, id: number) =>
    app.call(accountEndpoints.getUser, { token: staff.token, params: { id } });

  test.each(rows(READS))('%s is on record', async (_name, endpoint, inputOf) => {
    const person = await lastingPerson('authenticated');
    const staff = await support();
    expect((await send(endpoint, staff.token, inputOf(person))).status).toBe(200);
    expect(await readsBy(staff.id, person.id)).toHaveLength(1);
  });

  test.each([
    ['the list of users', '/api/users', 'email_contains'],
    ['the staff list', '/api/lists/users', 'q'],
    ['the search for customers', '/api/users/customer-search', 'q'],
    ['the search of staff', '/api/admin/search', 'q'],
  ])('in %s is one entry with the filter, however many are listed', async (_name, url, field) => {
    const domain = `${randomUUID()}.test`;
    for (const name of ['a', 'b']) await buildUser(app, { email: `${name}@${domain}` });
    const staff = await support();
    const filter = { [field]: domain };
    const headers = { authorization: `Bearer ${staff.token}` };
    const answer = await app.app.inject({ url, query: filter, headers });
    expect(answer.statusCode).toBe(200);
    const entries = await app.context.db
      .selectFrom('auditLog')
      .select(['action', 'subject', 'after'])
      .where('actorId', '=', staff.id)
      .execute();
    expect(entries).toEqual([
      { action: 'users.list', subject: 'users', after: { filter, start: 0, rows: 2 } },
    ]);
  });

  test('in a list that refreshes by itself is one entry per hour and list', async () => {
    const customer = await buildUser(app);
    const staff = await support();
    const body = { text: 'Hello', attachments: [], key: randomUUID() };
    await app.call(supportEndpoints.sendMessage, { token: customer.token, body });
    for (const reader of [staff, staff, await support()]) {
      const headers = { authorization: `Bearer ${reader.token}` };
      await app.app.inject({ url: '/api/lists/conversations', headers });
    }
    const entries = await app.context.db
      .selectFrom('auditLog')
      .select(['action', 'subject', 'after'])
      .where('actorId', '=', staff.id)
      .execute();
    const list = 'conversations';
    expect(entries).toEqual([{ action: 'users.list', subject: `users:${list}`, after: { list } }]);
  });

  test('in a conversation is on record', async () => {
    const customer = await buildUser(app);
    const staff = await support();
    await app.call(supportEndpoints.sendMessage, {
      token: customer.token,
      body: { text: 'Hello', attachments: [], key: randomUUID() },
    });
    const conversation = await app.context.db
      .selectFrom('supportConversations')
      .select('id')
      .where('userId', '=', customer.id)
      .executeTakeFirstOrThrow();
    const params = { id: conversation.id };
    const answer = await app.call(supportEndpoints.getConversation, { token: staff.token, params });
    expect(answer.status).toBe(200);
    expect(await readsOf(customer.id)).toEqual([{ actorId: staff.id, after: { part: 'conversation' } }]);
  });

  test('is recorded once per person and hour, however often and however parallel', async () => {
    const customer = await buildUser(app);
    const [one, two] = [await support(), await support()];
    await Promise.all(Array.from({ length: 10 }, () => open(one, customer.id)));
    await open(two, customer.id);
    expect(await readsOf(customer.id)).toHaveLength(2);
    await app.context.db
      .updateTable('auditLog')
      .set({ createdAt: new Date(Date.now() - 60 * 60_000) })
      .where('subject', '=', `user:${customer.id}`)
      .execute();
    await open(one, customer.id);
    expect(await readsOf(customer.id)).toHaveLength(3);
  });

  test('is in the history for those who ask for it, and does not hide the rest', async () => {
    const customer = await buildUser(app);
    const staff = await support();
    await open(staff, customer.id);
    const note = { params: { id: customer.id }, body: { text: 'called' } };
    await app.call(users.addUserNote, { token: staff.token, ...note });
    const history = async (what: { what?: string } = {}) =>
      (await readHistory(app, staff.token, { scope: 'user', subject: customer.id, ...what })).map(
        ({ action, actor_name }) => [action, actor_name],
      );
    expect(await history()).toEqual([['user.add-note', staff.name]]);
    expect(await history({ what: 'user.read' })).toEqual([['user.read', staff.name]]);
    const count = await app.call(historyEndpoints.count, {
      token: staff.token,
      query: { scope: 'user', subject: customer.id },
    });
    expect(count.body).toMatchObject({ total: 1, actions: ['user.add-note', 'user.read'] });
  });

  test('of one’s own leaves no entry, and a refused one neither', async () => {
    const staff = await support();
    await open(staff, staff.id);
    const customer = await buildUser(app);
    expect((await open(customer, staff.id)).status).toBe(404);
    expect(await readsOf(staff.id)).toEqual([]);
  });
});
