import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { buildUser, freshEmail, freshIp, nextMessage, TEST_PASSWORD } from '#server/testing/factories.ts';
import { buildBuyer, sharePayingApp } from '#server/testing/paying-app.ts';
import { newPlaceholderAddress } from './find-people.ts';

const app = await sharePayingApp();
const { logIn, me, sendLoginLink } = accountEndpoints;
const { addEmail, changeEmail, checkNewEmail, confirmEmail, refuseEmail } = emailAddressEndpoints;

const CODE = /^(\d{6}) confirms your new Encore email address$/;
const ask = (token: string, email: string, password = TEST_PASSWORD) =>
  app.call(changeEmail, { token, body: { email, password } });
const check = (token: string, code: string) => app.call(checkNewEmail, { token, body: { code } });

async function codeTo(email: string) {
  const { subject, text } = await nextMessage(app, email, CODE);
  return { code: CODE.exec(subject)?.[1] ?? '', link: /\?confirm=(\S+)/.exec(text)?.[1] ?? '' };
}

describe('changing the email address', () => {
  test('takes effect once the new address is verified; both are notified, and the session stays', async () => {
    const user = await buildUser(app);
    const email = freshEmail();
    const sent = await ask(user.token, email);
    expect(sent).toMatchObject({ status: 200, body: { to: email } });
    expect(sent.body.code).toBeUndefined();
    await nextMessage(app, user.email, /about to change/);
    expect((await app.call(me, { token: user.token })).body.email).toBe(user.email);
    const { code } = await codeTo(email);
    expect(await check(user.token, code)).toMatchObject({
      status: 200,
      body: { email, email_verified: true },
    });
    expect((await app.call(me, { token: user.token })).body.email).toBe(email);
    await nextMessage(app, user.email, /email address was changed/);
    await nextMessage(app, email, /email address was changed/);
    const logInAs = (identifier: string) =>
      app.call(logIn, { body: { identifier, password: TEST_PASSWORD }, ip: freshIp() });
    expect(await logInAs(email)).toMatchObject({ status: 200 });
    expect(await logInAs(user.email)).toMatchObject({ status: 401 });
  });

  test('needs the password, and another address than now', async () => {
    const user = await buildUser(app);
    expect(await ask(user.token, freshEmail(), 'not-the-password')).toMatchObject({
      status: 403,
      error: { code: 'password_wrong' },
    });
    expect(await ask(user.token, user.email.toUpperCase())).toMatchObject({
      status: 409,
      error: { code: 'same_address' },
    });
  });

  test('to an address that has an account gets the same answer and changes nothing; its owner is notified', async () => {
    const [user, owner] = [await buildUser(app), await buildUser(app)];
    const free = await ask(user.token, freshEmail());
    const taken = await ask(user.token, owner.email);
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    const { text } = await nextMessage(app, owner.email, /already in use/);
    expect(text).not.toMatch(/\b\d{6}\b/);
    const wrong = await check(user.token, '123456');
    expect(wrong).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
  });

  test('works by the link too, and the new address can refuse it without harm to the account', async () => {
    const user = await buildUser(app);
    const refused = freshEmail();
    await ask(user.token, refused);
    const first = await codeTo(refused);
    expect((await app.call(refuseEmail, { body: { token: first.link }, ip: freshIp() })).status).toBe(200);
    expect((await app.call(me, { token: user.token })).body.email).toBe(user.email);
    const email = freshEmail();
    await ask(user.token, email);
    const { link } = await codeTo(email);
    expect((await app.call(confirmEmail, { body: { token: link }, ip: freshIp() })).status).toBe(200);
    expect((await app.call(me, { token: user.token })).body.email).toBe(email);
  });

  test('asked for by two accounts makes one of them the owner', async () => {
    const users = [await buildUser(app), await buildUser(app)] as const;
    const email = freshEmail();
    await ask(users[0].token, email);
    const first = await codeTo(email);
    await ask(users[1].token, email);
    expect(await check(users[0].token, first.code)).toMatchObject({ status: 200 });
    const holders = await app.context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute();
    expect(holders).toEqual([{ id: users[0].id }]);
  });

  test('to one mailbox is mailed three times in 15 minutes, whoever asks, and takes no link of its owner', async () => {
    const owner = await buildUser(app);
    const tagged = ['+a@', '+b@', '+c@', '+d@'].map((tag) => owner.email.replace('@', tag));
    const asked = [];
    for (const email of tagged) asked.push((await ask((await buildUser(app)).token, email)).status);
    expect(asked).toEqual([200, 200, 200, 429]);
    await app.context.db.deleteFrom('rateHits').where('key', 'like', `%${owner.email}%`).execute();
    const byPhone = await buildUser(app);
    const email = newPlaceholderAddress();
    await app.context.db.updateTable('users').set({ email }).where('id', '=', byPhone.id).execute();
    for (let time = 0; time < 3; time += 1)
      await app.call(addEmail, { token: byPhone.token, body: { email: owner.email } });
    await app.call(sendLoginLink, { body: { email: owner.email, username: owner.email }, ip: freshIp() });
    await nextMessage(app, owner.email, /login link/);
  });

  test('reaches the card provider', async () => {
    const buyer = await buildBuyer(app);
    const email = freshEmail();
    await ask(buyer.token, email);
    await check(buyer.token, (await codeTo(email)).code);
    await expect
      .poll(async () => (await app.stripe.customers.list({ email })).data.length, { timeout: 10_000 })
      .toBe(1);
  });
});
