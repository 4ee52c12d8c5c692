import { describe, expect, test } from 'vitest';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { countHits, freshEmail, nextMessage } from '#server/testing/factories.ts';
import { type Buyer, buildBuyer, sharePayingApp } from '#server/testing/paying-app.ts';
import { buildPool, type TestPool, takeShares } from '#server/testing/pools.ts';

const app = await sharePayingApp();

const invite = (by: Buyer, pool: TestPool, email: string, change: { orderId?: number; key?: string } = {}) =>
  app.call(inviteEndpoints.inviteToOrder, {
    token: by.token,
    body: {
      orderId: change.orderId ?? pool.orderId,
      invited_email: email,
      order_key: change.key ?? pool.key,
    },
  });
const invitesOf = async (by: Buyer, pool: TestPool) =>
  (await app.call(inviteEndpoints.listOrderInvites, { token: by.token, params: { id: pool.orderId } })).body;

describe('an invitation to an order', () => {
  test('brings a mail with the way to it; joined once the invited holds a share', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const answer = await invite(pool.owner, pool, guest.email.toUpperCase());
    expect(answer).toMatchObject({
      status: 200,
      body: { invited_email: guest.email, joined: false, revoked: false },
    });
    const mail = await nextMessage(app, guest.email, /invites you/);
    expect(mail.text).toContain(`${app.context.config.publicUrl}/checkout/${pool.key}`);
    expect(mail.text).toContain('Star Athletics Comets');
    expect(mail.text).not.toContain(pool.owner.email);
    await takeShares(app, guest, pool, 1);
    expect(await invitesOf(pool.owner, pool)).toMatchObject([{ invited_email: guest.email, joined: true }]);
  });

  test('answers the same for an address with an account and one without', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const [known, unknown] = [
      await invite(pool.owner, pool, guest.email),
      await invite(pool.owner, pool, freshEmail()),
    ];
    const shapeOf = ({
      id: _id,
      invited_email: _email,
      created_at: _at,
      resend_at,
      ...rest
    }: object & {
      id: number;
      invited_email: string;
      created_at: string;
      resend_at: string | null;
    }) => ({ ...rest, hasResend: resend_at !== null });
    expect(known.status).toBe(unknown.status);
    expect(shapeOf(known.body)).toEqual(shapeOf(unknown.body));
  });

  test('is made by whoever is in the order, with its key; others find none', async () => {
    const pool = await buildPool(app);
    const [member, stranger] = [await buildBuyer(app), await buildBuyer(app)];
    expect(await invite(stranger, pool, freshEmail())).toMatchObject({ status: 404 });
    await takeShares(app, member, pool, 1);
    expect(await invite(member, pool, freshEmail())).toMatchObject({ status: 200 });
    expect(await invite(pool.owner, pool, freshEmail(), { key: 'x'.repeat(32) })).toMatchObject({
      status: 404,
    });
    const other = await buildPool(app, { owner: pool.owner });
    expect(await invite(pool.owner, pool, freshEmail(), { orderId: other.orderId })).toMatchObject({
      status: 404,
    });
    expect(await invitesOf(pool.owner, pool)).toEqual([]);
    const seen = await app.call(inviteEndpoints.listOrderInvites, {
      token: stranger.token,
      params: { id: pool.orderId },
    });
    expect(seen.status).toBe(404);
  });

  test('to oneself is refused', async () => {
    const pool = await buildPool(app);
    const { email } = pool.owner;
    for (const own of [email, email.toUpperCase(), email.replace('@', '+share@')]) {
      expect(await invite(pool.owner, pool, own)).toMatchObject({
        status: 409,
        error: { code: 'invite_to_self' },
      });
    }
    expect(await invitesOf(pool.owner, pool)).toEqual([]);
  });

  test('to an order that has closed is refused', async () => {
    const pool = await buildPool(app);
    const { token } = pool.owner;
    await app.call(orderEndpoints.cancelOrder, { token, params: { id: pool.key } });
    expect(await invite(pool.owner, pool, freshEmail())).toMatchObject({ error: { code: 'order_closed' } });
  });

  test('sent again too soon is not sent; after ten minutes it is, three times at most', async () => {
    const pool = await buildPool(app);
    const email = freshEmail();
    const first = await invite(pool.owner, pool, email);
    for (let i = 0; i < 5; i++) {
      const again = await invite(pool.owner, pool, email);
      expect(again.body.id).toBe(first.body.id);
      app.advanceMinutes(11);
      await invite(pool.owner, pool, email);
    }
    expect(await invitesOf(pool.owner, pool)).toMatchObject([{ resend_at: null }]);
    const { db } = app.context;
    await expect.poll(async () => (await listOutbox(db, email)).length, { timeout: 10_000 }).toBe(4);
  });

  test('taken back is marked so, and by its sender alone', async () => {
    const pool = await buildPool(app);
    const member = await buildBuyer(app);
    await takeShares(app, member, pool, 1);
    const email = freshEmail();
    const { body } = await invite(pool.owner, pool, email);
    await nextMessage(app, email);
    const revoke = ({ token }: Buyer) =>
      app.call(inviteEndpoints.revokeOrderInvite, { token, params: { id: body.id } });
    expect(await revoke(member)).toMatchObject({ status: 404 });
    expect(await revoke(pool.owner)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await invitesOf(pool.owner, pool)).toMatchObject([{ invited_email: email, revoked: true }]);
    await invite(pool.owner, pool, email);
    expect(await invitesOf(pool.owner, pool)).toMatchObject([{ revoked: true }]);
    app.advanceMinutes(11);
    expect(await invite(pool.owner, pool, email)).toMatchObject({ body: { id: body.id, revoked: false } });
  });

  test('sent again by another parent is theirs, also once its first sender has left', async () => {
    const pool = await buildPool(app);
    const member = await buildBuyer(app);
    await takeShares(app, member, pool, 1);
    const email = freshEmail();
    await invite(member, pool, email);
    await nextMessage(app, email);
    await app.call(orderEndpoints.leavePool, { token: member.token, params: { id: pool.key } });
    app.advanceMinutes(11);
    expect(await invite(pool.owner, pool, email)).toMatchObject({ status: 200 });
    expect(await invitesOf(pool.owner, pool)).toMatchObject([{ invited_email: email }]);
    const { db } = app.context;
    await expect.poll(async () => (await listOutbox(db, email)).length, { timeout: 10_000 }).toBe(2);
  });

  test('goes out at most thirty times a day from one person', async () => {
    const pool = await buildPool(app);
    const send = async () => (await invite(pool.owner, pool, freshEmail())).status;
    expect(await send()).toBe(200);
    await countHits(app, `order-invite:${pool.owner.id}`, 28);
    expect([await send(), await send()]).toEqual([200, 429]);
  });
});
