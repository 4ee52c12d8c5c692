import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userListEndpoints } from '#contract/endpoints/user-administration.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { mayWriteTo, suppressMail } from '#server/platform/mail/suppressions.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import {
  buildUser,
  countHits,
  eventually,
  nextMessage,
  TEST_PASSWORD,
  type TestUser,
} from '#server/testing/factories.ts';
import { buildFullCustomer } from '#server/testing/full-customer.ts';
import {
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, readOrder, takeShares } from '#server/testing/pools.ts';
import { findStored } from '#server/testing/stored-bytes.ts';
import { deleteAccount } from './delete-account.ts';

const app = await sharePayingApp();
const { deleteMe, sendDeletionCode } = privacyEndpoints;

const deleteAs = ({ token }: Pick<TestUser, 'token'>, password = TEST_PASSWORD) =>
  app.call(deleteMe, { token, body: { password } });

/** Waits until no job is left that could still change something. */
async function untilQuiet(): Promise<void> {
  const listWaiting = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now() + interval '30 seconds'
        and name not like '\\_\\_pgboss%'`.execute(app.context.db);
    return rows.map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await listWaiting()).toEqual([]), { timeout: 20_000 });
}

describe('a deleted account', () => {
  let full: Awaited<ReturnType<typeof buildFullCustomer>>;
  let before: string[];
  let books: Awaited<ReturnType<typeof booksOf>>;
  let openOrderId: number;

  beforeAll(async () => {
    full = await buildFullCustomer(app);
    const { customer, traces, openOrderKey } = full;
    await untilQuiet();
    before = await findStored(app, traces);
    books = await booksOf(app, customer.id);
    const open = app.context.db.selectFrom('orders').select('id').where('key', '=', openOrderKey);
    openOrderId = (await open.executeTakeFirstOrThrow()).id;
    expect(await deleteAs(customer)).toMatchObject({ status: 200, body: { ok: true } });
    await nextMessage(app, customer.email, /account was deleted/);
    await untilQuiet();
  }, 90_000);

  test('leaves nothing of the person in any table or file, and keeps the sale', async () => {
    const { customer, traces, staff } = full;
    for (const name of Object.keys(traces).filter((trace) => !trace.startsWith('plain'))) {
      expect(
        before.some((place) => place.endsWith(`: ${name}`)),
        `${name} is found before`,
      ).toBe(true);
    }
    expect(before.filter((place) => place.includes('plain'))).toEqual([]);

    // The goodbye mail is a letter that was delivered; outside of development there is no copy of it.
    await app.context.db
      .deleteFrom('outboxMessages')
      .where('messageKey', 'like', 'account-deleted-%')
      .execute();
    // Letters to others that mention the first name or bring a gift with its words stay delivered, too.
    const after = await findStored(app, traces);
    const delivered = ['public.outbox_messages: first name', 'public.outbox_messages: gift'];
    expect(after.filter((place) => !delivered.includes(place))).toEqual([]);
    expect(await app.context.storage.stat(full.imageKey)).toBeUndefined();
    const { priceName } = await app.context.db
      .selectFrom('orderLines')
      .select('priceName')
      .where('albumId', '=', full.image.albumId)
      .executeTakeFirstOrThrow();
    expect(priceName).toBe('All photos of one athlete for $40.00, Early bird until Nov 14');
    const { rows } = await sql<{ amount: number; name: string; user: number }>`
      select ledger.amount_cents as amount, users.name, users.id as user from ledger_entries ledger
      join payment_attempts attempt on attempt.id = ledger.attempt_id join users on users.id = attempt.user_id
      where ledger.external_id = ${books.entries[0]?.externalId}`.execute(app.context.db);
    expect(rows).toMatchObject([{ amount: books.entries[0]?.amountCents, name: 'Deleted account' }]);
    expect(rows[0]?.user).not.toBe(customer.id);

    const asStaff = { token: staff.token, params: { id: rows[0]?.user ?? 0 } };
    expect(await app.call(accountEndpoints.getUser, asStaff)).toMatchObject({ status: 404 });
    const listed = await app.call(userListEndpoints.page, { token: staff.token, query: { q: 'deleted' } });
    expect(listed.body.rows).toEqual([]);
    const history = await app.call(historyEndpoints.page, {
      token: staff.token,
      query: { scope: 'user', subject: rows[0]?.user ?? 0 },
    });
    expect(history.body.rows.map(({ changes }) => changes)).toEqual(history.body.rows.map(() => []));
  });

  test('ends its sessions, cancels its orders and gives up its shares', async () => {
    const { customer, other, ownPool, otherPool } = full;
    expect(await app.call(accountEndpoints.me, { token: customer.token })).toMatchObject({ status: 401 });
    const stateOf = async (id: number) =>
      (
        await app.context.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state;
    expect(await stateOf(openOrderId)).toBe('cancelled');
    expect(await stateOf(ownPool.orderId)).toBe('cancelled');
    const joined = await readOrder(app, other, otherPool);
    expect(joined.pool?.shares_left).toHaveLength(7);
    await eventually(async () => {
      const intents = await app.stripe.paymentIntents.list({ limit: 100 });
      return intents.data.some(({ status }) => status === 'requires_capture') ? undefined : true;
    }, 'the holds to be released');
  });

  test('is forgotten by the card provider', async () => {
    const buyer = await buildBuyer(app);
    const { customerId } = await app.context.db
      .selectFrom('paymentCustomers')
      .select('customerId')
      .where('userId', '=', buyer.id)
      .executeTakeFirstOrThrow();
    app.sandbox.faults.next({ operation: 'customers.del', kind: 'api_error', times: 3 });
    expect(await deleteAs(buyer)).toMatchObject({ status: 200 });
    await eventually(async () => {
      const { data } = await app.stripe.customers.list({ limit: 100 });
      return data.some(({ id }) => id === customerId) ? undefined : true;
    }, 'the customer to be deleted');
  });

  test('keeps its place in reports and sales as "Deleted account"', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    await payForAlbum(app, buyer, album.id);
    await deleteAs(buyer);
    const { rows } = await sql<{ name: string; state: string }>`
      select users.name, entitlements.state from entitlements join users on users.id = entitlements.user_id
      where album_id = ${album.id}`.execute(app.context.db);
    expect(rows).toEqual([{ name: 'Deleted account', state: 'active' }]);
  });

  test('leaves a bug report to staff without its words, its pictures and its author', async () => {
    const { staff, conversationId } = full;
    const { body } = await app.call(supportEndpoints.getConversation, {
      token: staff.token,
      params: { id: conversationId },
    });
    expect(body.customer).toEqual({ user: null, name: 'Visitor', email: '' });
    expect(body.messages).toMatchObject([
      {
        author_name: 'Visitor',
        text: '(The words were erased with the account.)',
        attachments: [],
        bug_report: { page: '/search', errors: ['TypeError: x is undefined'], request_ids: [] },
      },
    ]);
  });

  test('can be registered again, empty', async () => {
    const user = await buildUser(app);
    await deleteAs(user);
    const again = await buildUser(app, { email: user.email });
    expect(again.id).not.toBe(user.id);
    expect(
      (await app.call(orderEndpoints.listMyOrders, { token: again.token, query: { scope: 'paid' } })).body,
    ).toEqual([]);
  });
});

describe('deleting an account', () => {
  test('twenty times at once happens once', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    await payForAlbum(app, buyer, album.id);
    const consent = { password: TEST_PASSWORD };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => deleteAccount(app.context, customerActor(buyer), consent)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(new Set(refusals)).toEqual(new Set(['token_invalid']));
    await nextMessage(app, buyer.email, /account was deleted/);
    await untilQuiet();
    expect(await listOutbox(app.context.db, buyer.email)).toHaveLength(1);
    const { rows } = await sql<{ nobodies: number }>`
      select count(distinct user_id)::integer as nobodies from entitlements where album_id = ${album.id}`.execute(
      app.context.db,
    );
    expect(rows).toEqual([{ nobodies: 1 }]);
  });

  test('through the API at once happens once', async () => {
    const user = await buildUser(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => deleteAs(user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('takes its own limits along, and none of an address that ends like its own', async () => {
    const [leaver, other] = [await buildUser(app), await buildUser(app)];
    const longer = `${other.id}${leaver.email}`;
    for (const email of [leaver.email, longer]) await countHits(app, `login:${email}`, 1);
    const tagged = leaver.email.replace('@', '+tag@');
    await app.context.db.updateTable('users').set({ email: tagged }).where('id', '=', leaver.id).execute();
    await countHits(app, `login:${tagged}`, 1);
    await countHits(app, `login:${leaver.email}:some-device`, 1);
    expect(await deleteAs(leaver)).toMatchObject({ status: 200 });
    const { rows } = await sql<{ key: string }>`
      select key from rate_hits where key like any (${[leaver.email, tagged].map((one) => `%${one}%`)}::text[])`.execute(
      app.context.db,
    );
    expect(rows).toEqual([{ key: `login:${longer}` }]);
  });

  test('takes its name out of what staff searched and exported, and leaves what else they did', async () => {
    const [leaver, other] = [await buildUser(app), await buildUser(app)];
    const staff = await buildUser(app, { role: 'customer_support' });
    const searches = ['Ann Fox', 'team of ann fox', 'Ann Foxley', 'someone else'];
    for (const action of ['users.export', 'users.list'] as const) {
      for (const q of searches) {
        const after = { filter: { q }, users: 1 };
        await recordAudit(app.context.db, { actorId: staff.id, action, subject: 'users', after });
      }
    }
    const rename = (id: number, name: string) =>
      app.context.db.updateTable('users').set({ name }).where('id', '=', id).execute();
    await rename(leaver.id, 'Ann Fox');
    await rename(other.id, 'e');
    for (const user of [leaver, other]) expect(await deleteAs(user)).toMatchObject({ status: 200 });
    const { rows } = await sql<{ q: string | null }>`
      select after #>> '{filter,q}' as q from audit_log where actor_id = ${staff.id} order by id`.execute(
      app.context.db,
    );
    const left = [null, null, 'Ann Foxley', 'someone else'];
    expect(rows.map(({ q }) => q)).toEqual([...left, ...left]);
  });

  test.each(['', 'e', 'An', 'A B', 'Ty Lee'])(
    'of somebody called “%s” leaves what is about others',
    async (name) => {
      const [leaver, other] = [await buildUser(app), await buildUser(app)];
      const { db } = app.context;
      // Entered, not verified: it is the number of somebody else.
      const phoneNumber = '+15125550177';
      await db
        .updateTable('users')
        .set({ name, firstName: name.split(' ')[0], phoneNumber })
        .where('id', '=', leaver.id)
        .execute();
      const near = `${other.id}.${leaver.email}`;
      const words = `Sandra Bell, Dusty Leeds and Diana Brown wrote to ${near} from ${phoneNumber}`;
      const leak = { startedBy: null, reason: words, state: 'unknown' as const, startedAt: new Date() };
      const { id: leakId } = await db
        .insertInto('traces')
        .values(leak)
        .returning('id')
        .executeTakeFirstOrThrow();
      const letter = { messageKey: crypto.randomUUID(), channel: 'email', recipient: near, subject: 'News' };
      await db
        .insertInto('outboxMessages')
        .values({ ...letter, text: words, html: words, headers: '{}' })
        .execute();
      const after = { filter: { q: '  ' }, note: words };
      await recordAudit(db, { actorId: other.id, action: 'users.export', subject: `test:${leakId}`, after });
      const job = crypto.randomUUID();
      await sql`insert into pgboss.job (id, name, data, state) select ${job}, name, ${JSON.stringify({ words })}::jsonb,
      'failed' from pgboss.queue where name = 'privacy.mail-goodbye'`.execute(db);
      const bug = {
        text: 'Broken',
        page: '/search',
        errors: ['TypeError: x is undefined', `Sorry, ${leaver.email}!`],
      };
      await app.call(supportEndpoints.reportBug, {
        token: leaver.token,
        body: { ...bug, attachments: [], key: crypto.randomUUID(), request_ids: [], browser: 'Test 1.0' },
      });

      expect(await deleteAs(leaver)).toMatchObject({ status: 200 });
      const { rows } = await sql`select
      (select reason from traces where id = ${leakId}),
      (select text from outbox_messages where message_key = ${letter.messageKey}),
      (select after ->> 'note' as note from audit_log where subject = ${`test:${leakId}`}),
      (select data ->> 'words' as words from pgboss.job where id = ${job}),
      (select bug_report -> 'errors' as errors from support_messages where bug_report is not null
        order by id desc limit 1)`.execute(db);
      expect(rows).toEqual([
        { reason: words, text: words, note: words, words, errors: ['TypeError: x is undefined'] },
      ]);
    },
  );

  test('that never verified its address leaves no message to it and no search for it', async () => {
    const leaver = await buildUser(app, { isVerified: false });
    const { db } = app.context;
    const letter = { channel: 'email', recipient: leaver.email, subject: 'Hi', text: 'Hi', html: 'Hi' };
    await db
      .insertInto('outboxMessages')
      .values({ ...letter, messageKey: crypto.randomUUID(), headers: '{}' })
      .execute();
    const after = { filter: { q: leaver.email } };
    await recordAudit(db, { actorId: leaver.id, action: 'users.export', subject: 'test:unverified', after });
    expect(await deleteAs(leaver)).toMatchObject({ status: 200 });
    const { rows } = await sql`
      select 1 from outbox_messages where recipient = ${leaver.email}
      union all select 1 from audit_log where after::text like ${`%${leaver.email}%`}`.execute(db);
    expect(rows).toEqual([]);
  });

  test.each([
    { isVerified: true, left: 0 },
    { isVerified: false, left: 1 },
  ])('leaves $left invitations to the staff if its address is verified: $isVerified', async (one) => {
    const { email, token } = await buildUser(app, { isVerified: one.isVerified });
    await app.context.db
      .insertInto('staffInvitations')
      .values({ email, role: 'analyst', createdAt: new Date(), expiresAt: new Date() })
      .execute();
    expect(await deleteAs({ token })).toMatchObject({ status: 200 });
    const left = app.context.db.selectFrom('staffInvitations').select('id').where('email', '=', email);
    expect(await left.execute()).toHaveLength(one.left);
  });

  test('needs the password', async () => {
    const user = await buildUser(app);
    expect(await deleteAs(user, 'not the password')).toMatchObject({
      status: 403,
      error: { code: 'password_wrong' },
    });
    expect(await app.call(accountEndpoints.me, { token: user.token })).toMatchObject({ status: 200 });
  });

  test('accepts a mailed code in place of the password, and no more than five guesses', async () => {
    const user = await buildUser(app);
    const { body } = await app.call(sendDeletionCode, { token: user.token, body: {} });
    expect(body.to).toBe(user.email);
    const { subject } = await nextMessage(app, user.email, /is your code to delete/);
    const code = /^\d{6}/.exec(subject)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const tryCode = (guess: string) => app.call(deleteMe, { token: user.token, body: { code: guess } });
    expect(await tryCode(wrong)).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
    expect(await tryCode(code)).toMatchObject({ status: 200 });

    const guessed = await buildUser(app);
    await app.call(sendDeletionCode, { token: guessed.token, body: {} });
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call(deleteMe, { token: guessed.token, body: { code: '123123' } }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 400 || status === 200).length).toBeLessThanOrEqual(5);
  });

  test('a code works for ten minutes', async () => {
    const user = await buildUser(app);
    await app.call(sendDeletionCode, { token: user.token, body: {} });
    const { subject } = await nextMessage(app, user.email, /is your code to delete/);
    app.advanceMinutes(11);
    const code = /^\d{6}/.exec(subject)?.[0] ?? '';
    expect(await app.call(deleteMe, { token: user.token, body: { code } })).toMatchObject({ status: 400 });
  });

  test('of an address that was never verified tells its owner nothing and erases nothing of theirs', async () => {
    const inviter = await buildUser(app);
    const stranger = await buildUser(app, { isVerified: false });
    const album = await buildAlbum(app);
    await app.call(foundAlbumEndpoints.findAlbum, {
      token: inviter.token,
      body: { album: album.id, event: album.eventId },
    });
    await app.call(inviteEndpoints.inviteToAlbum, {
      token: inviter.token,
      body: { albumId: album.id, email: stranger.email, albumUUID: album.uuid },
    });
    await nextMessage(app, stranger.email, /shared photos/);
    await suppressMail(app.context.db, { email: stranger.email, reason: 'invites', now: new Date() });
    expect(await deleteAs(stranger)).toMatchObject({ status: 200 });
    await untilQuiet();
    const subjects = (await listOutbox(app.context.db, stranger.email)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Your Encore account was deleted');
    const { body: invites } = await app.call(inviteEndpoints.listAlbumInvites, {
      token: inviter.token,
      params: { id: album.id },
    });
    expect(invites).toMatchObject([{ invited_email: stranger.email }]);
    expect(await mayWriteTo(app.context.db, stranger.email, 'invite')).toBe(false);
  });

  test('is refused to staff', async () => {
    const analyst = await buildUser(app, { role: 'analyst' });
    expect(await deleteAs(analyst)).toMatchObject({ status: 409, error: { code: 'staff_account' } });
  });

  test('is refused while a payment is in flight, and changes nothing', async () => {
    const buyer = await buildBuyer(app, 'pm_card_threeDSecure2Required');
    const album = await buildViewedAlbum(app, buyer);
    const started = await payForAlbum(app, buyer, album.id);
    expect(started.status).toBe(200);
    expect(await deleteAs(buyer)).toMatchObject({
      status: 409,
      error: { code: 'payment_in_progress', message: expect.stringContaining('still going through') },
    });
    expect(await app.call(accountEndpoints.me, { token: buyer.token })).toMatchObject({ status: 200 });
  });

  test('is refused while a group order is being charged', async () => {
    const [owner, member] = [await buildBuyer(app), await buildBuyer(app)];
    const pool = await buildPool(app, { owner });
    await takeShares(app, member, pool, 2);
    await app.context.db
      .updateTable('pools')
      .set({ phase: 'charging' })
      .where('orderId', '=', pool.orderId)
      .execute();
    for (const person of [owner, member]) {
      expect(await deleteAs(person)).toMatchObject({ status: 409, error: { code: 'payment_in_progress' } });
    }
    await app.context.db
      .updateTable('pools')
      .set({ phase: 'filling' })
      .where('orderId', '=', pool.orderId)
      .execute();
  });

  test('erases what the same person adds at the same moment', async () => {
    for (let round = 0; round < 3; round++) await deleteWhileWriting(await buildUser(app));
  });

  async function deleteWhileWriting(user: TestUser): Promise<void> {
    const write = () =>
      app.call(supportEndpoints.sendMessage, {
        token: user.token,
        body: { text: 'hello', attachments: [], key: crypto.randomUUID() },
      });
    const [deleted, ...written] = await Promise.all([deleteAs(user), write(), write(), write(), write()]);
    expect(deleted.status).toBe(200);
    expect(written.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    const { rows } = await sql`select id from support_conversations where user_id = ${user.id}`.execute(
      app.context.db,
    );
    expect(rows).toEqual([]);
  }

  test('destroys the files by a job if the process stops before', async () => {
    const full = await buildFullCustomer(app);
    const { storage } = app.context;
    const remove = storage.delete;
    let refusals = 0;
    storage.delete = async () => {
      refusals += 1;
      throw new Error('the disk is gone');
    };
    try {
      expect(await deleteAs(full.customer)).toMatchObject({ status: 200 });
      expect(await storage.stat(full.imageKey)).toBeDefined();
    } finally {
      storage.delete = remove;
    }
    expect(refusals).toBeGreaterThan(0);
    await eventually(async () => {
      const left = [full.imageKey, `athletes/keys/${full.fileId}`, `athletes/photos/${full.fileId}`];
      const files = await Promise.all(left.map((key) => storage.stat(key)));
      return files.every((file) => file === undefined) ? true : undefined;
    }, 'the files to be gone');
  });
});
