import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { EXPORTS_PER_DAY, privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildFullCustomer } from '#server/testing/full-customer.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { readZipBuffer } from '#server/testing/zip-directory.ts';

const app = await startPayingApp();
const url = `/api${privacyEndpoints.exportMyData.path}`;

const fetchExport = ({ token }: Pick<TestUser, 'token'>) =>
  app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

describe('the export of an account', () => {
  test('says what is in it in the language of its reader', async () => {
    const user = await buildUser(app);
    await app.context.db.updateTable('users').set({ language: 'es' }).where('id', '=', user.id).execute();
    const [readMe] = readZipBuffer((await fetchExport(user)).rawPayload);
    expect(readMe).toMatchObject({ name: 'README.txt' });
    expect(readMe?.content.toString()).toMatch(
      /^Todo lo que Encore tiene sobre ti.*\n\nprofile\.json +tu cuenta\n/,
    );
  });

  test('holds everything about the person as one zip that other programs can read', async () => {
    const { customer, friend, words, phone, face, athleteId, image, staff } = await buildFullCustomer(app);
    const response = await fetchExport(customer);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toMatch(
      /attachment; filename="Encore data \d{4}-\d\d-\d\d\.zip"/,
    );
    const entries = readZipBuffer(response.rawPayload);
    for (const entry of entries) expect(crc32(entry.content), entry.name).toBe(entry.crc32);
    const textOf = (name: string) => entries.find((entry) => entry.name === name)?.content.toString() ?? '';
    const names = entries.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'README.txt',
        'profile.json',
        'sessions.json',
        'mailed-links.json',
        'notes-by-staff.json',
        'devices-with-notifications.json',
        'notification-settings.json',
        'messages-sent.json',
        'saved-teams.json',
        'found-albums.json',
        `athletes/${athleteId}/athlete.json`,
        'cart.json',
        'cards.json',
        'orders.json',
        'owned.json',
        'invitations.json',
        'photo-reports.json',
        'conversation.json',
        'changes-on-record.json',
      ]),
    );
    expect(JSON.parse(textOf('profile.json'))).toMatchObject({
      email: customer.email,
      phoneNumber: phone,
      city: words.city,
      hasPassword: true,
    });
    expect(textOf('profile.json')).not.toContain('argon2');
    expect(textOf('conversation.json')).toContain(words.chat);
    expect(textOf('conversation.json')).toContain(words.answer);
    expect(textOf('conversation.json')).toContain(words.bug);
    expect(textOf('photo-reports.json')).toContain(words.memo);
    expect(JSON.parse(textOf('never-show-requests.json'))).toMatchObject([
      { imageId: image.id, state: 'open', box: { width: expect.any(Number) } },
    ]);
    expect(textOf('notes-by-staff.json')).toContain(words.note);
    expect(textOf('invitations.json')).toContain(friend);
    expect(textOf('messages-sent.json')).toContain(words.news);
    expect(textOf('saved-teams.json')).toContain('Comets');
    expect(JSON.parse(textOf('cards.json'))).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    expect(JSON.parse(textOf('orders.json'))).toHaveLength(5);
    expect(textOf('orders.json')).toContain(words.gift);
    expect(textOf('orders.json')).not.toMatch(/giftUser|giftDeliveredAt/);
    // The second album was a gift.
    expect(JSON.parse(textOf('owned.json'))).toMatchObject([
      { albumId: image.albumId, imageId: null },
      { imageId: null },
    ]);
    const athlete = JSON.parse(textOf(`athletes/${athleteId}/athlete.json`));
    expect(athlete).toMatchObject({ name: words.athlete, consents: [{ relation: 'guardian' }] });
    expect(athlete.templates[0]).toHaveLength(128);
    const photo = names.find((name) => name.startsWith(`athletes/${athleteId}/reference-photo-`));
    expect(entries.find(({ name }) => name === photo)?.content).toEqual(face);
    expect(names.some((name) => /^conversation-pictures\/message-\d+-picture-\d+\.webp$/.test(name))).toBe(
      true,
    );
    expect(names).toContain('other/phone-codes.json');
    expect(textOf('other/phone-codes.json')).not.toContain('code_hash');
    expect(JSON.parse(textOf('other/card-attempts.json'))[0]).toMatchObject({ user_id: customer.id });
    const receipt = names.find((name) => name.startsWith('receipts/'));
    expect(textOf(receipt ?? '')).toContain('Your Encore receipt');
    const everything = response.rawPayload.toString('latin1');
    expect(everything).not.toContain(staff.email);
  });

  test('holds nothing of anybody else', async () => {
    const { other, friend, words, customer } = await buildFullCustomer(app);
    const { rawPayload } = await fetchExport(other);
    const everything = rawPayload.toString('latin1');
    for (const word of [words.chat, words.memo, words.note, words.athlete, friend]) {
      expect(everything).not.toContain(word);
    }
    // The address was typed by the other person: two invitations, and a gift with its receipt.
    expect(everything.split(customer.email).length - 1).toBe(4);
  });

  test('of staff holds what is held about them, and nothing of the customers they worked for', async () => {
    const { staff, words, customer, phone } = await buildFullCustomer(app);
    const boss = await buildUser(app, { role: 'super' });
    const { db } = app.context;
    await db
      .insertInto('staffInvitations')
      .values({ email: staff.email, role: staff.role, createdAt: new Date(), expiresAt: new Date() })
      .execute();
    await app.call(userAdministrationEndpoints.addUserNote, {
      token: boss.token,
      params: { id: staff.id },
      body: { text: 'Works on weekends' },
    });
    await app.call(accountEndpoints.updateUser, {
      token: staff.token,
      params: { id: customer.id },
      body: { city: 'Waco' },
    });
    const response = await fetchExport(staff);
    expect(response.statusCode).toBe(200);
    const entries = readZipBuffer(response.rawPayload);
    const textOf = (name: string) => entries.find((entry) => entry.name === name)?.content.toString() ?? '';
    expect(textOf('notes-by-staff.json')).toContain('Works on weekends');
    expect(JSON.parse(textOf('staff-invitations.json'))).toMatchObject([{ role: staff.role }]);
    const changes: object[] = JSON.parse(textOf('changes-on-record.json'));
    expect(changes).toContainEqual(
      expect.objectContaining({ action: 'user.update', byYou: true, before: null, after: null }),
    );
    expect(changes).toContainEqual(
      expect.objectContaining({ action: 'user.add-note', byYou: false, after: expect.anything() }),
    );
    const everything = response.rawPayload.toString('latin1');
    for (const word of [
      words.chat,
      words.note,
      words.answer,
      words.city,
      words.athlete,
      phone,
      customer.email,
    ]) {
      expect(everything).not.toContain(word);
    }
  });

  test('needs a log-in', async () => {
    expect((await app.app.inject({ url })).statusCode).toBe(401);
  });

  test('is sent to an account once at a time, and again after an interruption', async () => {
    const customer = await buildUser(app);
    const { token } = customer;
    const attached = await app.call(supportEndpoints.attachImage, {
      token,
      query: {},
      picture: await makePhoto(),
    });
    const message = { attachments: [attached.body.id], key: randomUUID(), text: 'Look' };
    expect((await app.call(supportEndpoints.sendMessage, { token, body: message })).status).toBe(200);
    const picture = await app.context.db
      .selectFrom('supportAttachments')
      .select('storageKey')
      .where('id', '=', attached.body.id)
      .executeTakeFirstOrThrow();
    // More than the buffers of a connection hold, so that the first export is still being sent.
    await app.context.storage.put(picture.storageKey, Buffer.alloc(40_000_000, 'x'));
    const site = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${customer.token}` };
    const interruption = new AbortController();
    const running = await fetch(`${site}${url}`, { headers, signal: interruption.signal });
    expect(running.status).toBe(200);
    const second = await fetchExport(customer);
    expect(second.statusCode).toBe(409);
    expect(second.json().error.code).toBe('export_running');
    interruption.abort();
    await expect
      .poll(async () => (await fetchExport(customer)).statusCode, { timeout: 10_000, interval: 100 })
      .toBe(200);
  });

  test('is sent a few times a day', async () => {
    const user = await buildUser(app);
    for (let i = 0; i < EXPORTS_PER_DAY; i++) {
      await expect
        .poll(async () => (await fetchExport(user)).statusCode, { timeout: 5_000, interval: 50 })
        .toBe(200);
    }
    expect((await fetchExport(user)).statusCode).toBe(429);
    app.advanceMinutes(24 * 60 + 1);
    expect((await fetchExport(user)).statusCode).toBe(200);
  });

  test('continues a long list in further files', async () => {
    const user = await buildUser(app);
    await app.context.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 1200 }, (_, i) => ({
          userId: user.id,
          kind: 'pool',
          channel: 'email',
          subject: `s${i}`,
          title: 't',
          line: `line ${i}`,
          path: '/',
          createdAt: new Date(),
        })),
      )
      .execute();
    const entries = readZipBuffer((await fetchExport(user)).rawPayload);
    const parts = entries.filter(({ name }) => name.startsWith('messages-sent'));
    expect(parts.map(({ name }) => name)).toEqual([
      'messages-sent.json',
      'messages-sent-2.json',
      'messages-sent-3.json',
    ]);
    expect(parts.flatMap(({ content }) => JSON.parse(content.toString()))).toHaveLength(1200);
  });
});
