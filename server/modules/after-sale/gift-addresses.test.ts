import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import {
  buildUser,
  eventually,
  freshIp,
  jobsAreDone,
  nextMessage,
  TEST_PASSWORD,
} from '#server/testing/factories.ts';
import { giveAlbum } from '#server/testing/order-factories.ts';
import { type Buyer, buildBuyer, sharePayingApp } from '#server/testing/paying-app.ts';
import { refundOrder } from '#server/testing/refunds.ts';
import { mailGift } from './mail-gift.ts';

const app = await sharePayingApp();

const MESSAGE = 'For the best flyer';
let addresses = 0;
const freshAddress = () => `waiting-${++addresses}-${Date.now()}@example.test`;

const give = (buyer: Buyer, email: string) => giveAlbum(app, buyer, { email, message: MESSAGE });
const orderRow = (key: string) =>
  app.context.db.selectFrom('orders').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
const mailsTo = async (email: string) =>
  (await listOutbox(app.context.db, email)).filter(({ subject }) => /gave you photos/.test(subject));

async function deleteAccountOf({ token }: Pick<Buyer, 'token'>): Promise<void> {
  const answer = await app.call(privacyEndpoints.deleteMe, { token, body: { password: TEST_PASSWORD } });
  expect(answer.status).toBe(200);
}

/** Returns every row of orders and jobs as text. */
async function storedText(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select orders::text as text from orders
    union all select data::text from pgboss.job`.execute(app.context.db);
  return rows.map(({ text }) => text.toLowerCase()).join('\n');
}

async function logInAs(email: string) {
  const person = await buildUser(app, { email });
  const body = { identifier: email, password: TEST_PASSWORD };
  expect(await app.call(accountEndpoints.logIn, { body, ip: freshIp() })).toMatchObject({ status: 200 });
  const { body: albums } = await app.call(foundAlbumEndpoints.myAlbums, { token: person.token });
  return { person, owned: albums.owned.length };
}

describe('a gift that waits when its buyer deletes the account', () => {
  test('keeps no readable address, and the recipient can still claim it, once', async () => {
    const [email, other] = [freshAddress(), freshAddress()];
    const buyer = await buildBuyer(app);
    const key = await give(buyer, email);
    await nextMessage(app, email, /gave you photos/);
    await deleteAccountOf(buyer);
    expect(await orderRow(key)).toMatchObject({ giftEmail: null, giftMessage: null, giftUser: null });
    expect(await storedText()).not.toContain(email);
    expect((await logInAs(other)).owned).toBe(0);
    const { person, owned } = await logInAs(email);
    expect(owned).toBe(1);
    expect(await orderRow(key)).toMatchObject({ giftUser: person.id, giftAddressHash: null });
  });

  test('is still announced if the mail has not left, once, and then forgets the address', async () => {
    const email = freshAddress();
    const buyer = await buildBuyer(app);
    const key = await give(buyer, email);
    const { id } = await orderRow(key);
    await jobsAreDone(app, 'orders.mail-gift');
    // As if the mail server had refused it so far.
    await sql`delete from outbox_messages where recipient = ${email}`.execute(app.context.db);
    await sql`delete from mail_deliveries where key = ${`gift-${id}`}`.execute(app.context.db);
    await deleteAccountOf(buyer);
    expect((await orderRow(key)).giftEncryptedAddress).not.toBeNull();
    await mailGift(app.context, id);
    await mailGift(app.context, id);
    const [mail, second] = await mailsTo(email);
    expect(second).toBeUndefined();
    expect(mail?.subject).toMatch(/^Someone you know gave you photos/);
    expect(mail?.text).not.toContain(MESSAGE);
    expect(await orderRow(key)).toMatchObject({ giftEncryptedAddress: null, giftEmail: null });
    expect((await logInAs(email)).owned).toBe(1);
  });

  test('is kept for the account that has verified the address, also while a refund is on its way', async () => {
    const recipient = await buildUser(app);
    const buyer = await buildBuyer(app, 'pm_card_refundFail');
    const key = await give(buyer, recipient.email);
    await eventually(async () => (await orderRow(key)).giftUser ?? undefined, 'the delivery');
    await refundOrder(app, key);
    await deleteAccountOf(buyer);
    await eventually(async () => {
      app.advanceMinutes(1);
      await app.sandbox.settle();
      const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: recipient.token });
      return body.owned.length === 1 || undefined;
    }, 'the gift to come back');
  });

  test('is forgotten when the recipient leaves before claiming it', async () => {
    const email = freshAddress();
    const buyer = await buildBuyer(app);
    const key = await give(buyer, email);
    // The job of the payment finds no account yet, so that the gift waits.
    await jobsAreDone(app, 'orders.deliver-gift');
    await deleteAccountOf(buyer);
    const recipient = await buildUser(app, { email });
    expect((await orderRow(key)).giftAddressHash).not.toBeNull();
    await deleteAccountOf(recipient);
    expect(await orderRow(key)).toMatchObject({ giftAddressHash: null, giftEncryptedAddress: null });
    expect((await logInAs(email)).owned).toBe(0);
  });
});
