import { describe, expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildUser, freshIp, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const { getUser, updateUser, findUsers, countUsers, searchCustomers } = accountEndpoints;
const STAFF: Role[] = ['super', 'analyst', 'customer_support'];

const PROFILE = {
  first_name: 'Robin',
  last_name: 'Márquez',
  name: 'Robin Márquez',
  country: 'United States',
  city: 'Austin',
  state: 'Texas',
  zip_code: '78701',
  birth_date: '1984-02-29',
  agreed_to_terms: true,
} as const;

const put = (as: TestUser, id: number, body: SentBody<typeof updateUser>) =>
  testApp.call(updateUser, { token: as.token, params: { id }, body });
const get = (as: TestUser, id: number) => testApp.call(getUser, { token: as.token, params: { id } });
const auditOf = (id: number) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subject', '=', `user:${id}`)
    .execute();
const verifyPhone = (id: number, phoneNumber: string) =>
  testApp.context.db
    .updateTable('users')
    .set({ phoneNumber, phoneVerifiedAt: new Date() })
    .where('id', '=', id)
    .execute();

describe('an account', () => {
  test('is visible to its owner and absent for another customer', async () => {
    const user = await buildUser(testApp);
    const other = await buildUser(testApp);
    expect(await get(user, user.id)).toMatchObject({ status: 200, body: { id: user.id, email: user.email } });
    const hidden = await get(other, user.id);
    const absent = await get(other, 2_000_000_000);
    expect(hidden).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect({ ...hidden.error, request_id: '' }).toEqual({ ...absent.error, request_id: '' });
  });

  test.each(STAFF)('is visible to %s', async (role) => {
    const user = await buildUser(testApp);
    expect(await get(await buildUser(testApp, { role }), user.id)).toMatchObject({
      status: 200,
      body: { id: user.id },
    });
  });

  test('takes a whole profile', async () => {
    const user = await buildUser(testApp);
    const answer = await put(user, user.id, PROFILE);
    expect(answer).toMatchObject({ status: 200, body: { ...PROFILE, id: user.id, email: user.email } });
    expect((await get(user, user.id)).body).toEqual(answer.body);
  });

  test.each([
    ...['England', 'Northern Ireland', 'Scotland', 'Wales', ' england ', 'NORTHERN IRELAND'],
    ...[
      'GB-ENG',
      'GB-NIR',
      'GB-SCT',
      'GB-WLS',
      'ENG',
      'NIR',
      'SCT',
      'SCO',
      'WLS',
      'WAL',
      'gb-eng',
      'GBSCT',
      'GB',
    ],
  ])('in %s is kept as one in GB', async (country) => {
    const user = await buildUser(testApp);
    expect(await put(user, user.id, { country })).toMatchObject({ status: 200, body: { country: 'GB' } });
  });

  test.each(['New England', 'Walesa', 'US', 'Ireland', ''])('in "%s" is kept as sent', async (country) => {
    const user = await buildUser(testApp);
    expect(await put(user, user.id, { country })).toMatchObject({ status: 200, body: { country } });
  });

  test('takes a phone number alone and leaves the rest', async () => {
    const user = await buildUser(testApp);
    await put(user, user.id, PROFILE);
    expect(await put(user, user.id, { phone_number: '+15125550100' })).toMatchObject({
      status: 200,
      body: { ...PROFILE, phone_number: '+15125550100', phone_verified: false },
    });
  });

  test('clears what is set to null', async () => {
    const user = await buildUser(testApp);
    await put(user, user.id, { ...PROFILE, phone_number: '+15125550100' });
    const cleared = { city: null, birth_date: null, phone_number: null };
    expect(await put(user, user.id, cleared)).toMatchObject({ status: 200, body: cleared });
  });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown field', { nickname: 'x' }],
    ['a role', { role: 'super' }],
    ['a type', { type: 'super' }],
    ['another email', { email: 'other@example.test' }],
    ['a password', { password: 'abcdefgh' }],
    ['a verified phone', { phone_verified: true }],
    ['no field at all', {}],
    ['terms withdrawn', { agreed_to_terms: false }],
    ['a phone number without a country code', { phone_number: '5125550100' }],
    ['a city of 121', { city: 'x'.repeat(121) }],
    ['a name of another kind', { first_name: { $gt: '' } }],
  ])('refuses %s', async (_name, body) => {
    const user = await buildUser(testApp);
    const before = (await get(user, user.id)).body;
    expect(await put(user, user.id, body as never)).toMatchObject({
      status: 400,
      error: { code: 'invalid_request' },
    });
    expect((await get(user, user.id)).body).toEqual(before);
  });

  test('is not changed by another customer', async () => {
    const user = await buildUser(testApp);
    const other = await buildUser(testApp);
    expect(await put(other, user.id, { city: 'Elsewhere' })).toMatchObject({ status: 404 });
    expect(await get(user, user.id)).toMatchObject({ body: { city: null } });
  });

  test('of staff is changed by its owner or a super, by no other staff', async () => {
    const colleague = await buildUser(testApp, { role: 'analyst' });
    const support = await buildUser(testApp, { role: 'customer_support' });
    const chief = await buildUser(testApp, { role: 'super' });
    expect((await put(support, colleague.id, { city: 'Elsewhere' })).error.code).toBe('forbidden');
    expect((await put(chief, colleague.id, { city: 'Boise' })).body.city).toBe('Boise');
    expect((await put(colleague, colleague.id, { city: 'Tulsa' })).body.city).toBe('Tulsa');
  });

  test('changed by staff is on record, with what was before; changed by its owner it is not', async () => {
    const user = await buildUser(testApp);
    const support = await buildUser(testApp, { role: 'customer_support' });
    await put(user, user.id, { city: 'Austin' });
    expect(await auditOf(user.id)).toEqual([]);
    expect(await put(support, user.id, { city: 'Dallas' })).toMatchObject({ status: 200 });
    const [entry, ...more] = await auditOf(user.id);
    expect(more).toEqual([]);
    expect(entry).toEqual({
      actorId: support.id,
      action: 'user.update',
      before: { city: 'Austin' },
      after: { city: 'Dallas' },
    });
    expect(JSON.stringify(entry)).not.toMatch(/password|argon2/i);
  });

  test('loses its phone verification with another number, and keeps it with the same', async () => {
    const user = await buildUser(testApp);
    await verifyPhone(user.id, '+15125550111');
    expect(await put(user, user.id, { phone_number: '+15125550111' })).toMatchObject({
      body: { phone_verified: true },
    });
    expect(await put(user, user.id, { phone_number: '+15125550112' })).toMatchObject({
      body: { phone_number: '+15125550112', phone_verified: false },
    });
    await verifyPhone(user.id, '+15125550112');
    expect(await put(user, user.id, { phone_number: null })).toMatchObject({
      body: { phone_number: null, phone_verified: false },
    });
  });

  test('stores text that looks like SQL or HTML as it was written', async () => {
    const user = await buildUser(testApp);
    const city = `Robert'); DROP TABLE users;-- <b>"\\x`;
    expect(await put(user, user.id, { city })).toMatchObject({ status: 200, body: { city } });
    expect(await get(user, user.id)).toMatchObject({ body: { city } });
  });
});

describe('searching users', () => {
  const named = async (firstName: string, email?: string) => buildUser(testApp, { firstName, email });
  const search = async (query: { name_contains?: string; email_contains?: string; _limit?: number }) => {
    const staff = await buildUser(testApp, { role: 'analyst' });
    const answer = await testApp.call(findUsers, { token: staff.token, query, ip: freshIp() });
    expect(answer.status).toBe(200);
    return answer.body.map((user) => user.id);
  };

  test('finds a part of the name or of the email, in any case', async () => {
    const user = await named('Evangeline', 'Eva.Line+shop@Example.test');
    expect(await search({ name_contains: 'VANGEL' })).toEqual([user.id]);
    expect(await search({ email_contains: 'eva.line+SHOP' })).toEqual([user.id]);
    expect(await search({ name_contains: 'vangel', email_contains: 'nobody' })).toEqual([]);
  });

  test.each(['%', '_', '\\', "'", '\\%'])('takes %s literally', async (character) => {
    const user = await named(`Od${character}d${character}ity`);
    expect(await search({ name_contains: `d${character}i` })).toEqual([user.id]);
    expect(await search({ name_contains: `vangel${character}` })).toEqual([]);
  });

  test('shows the newest first, a page at a time, without secrets', async () => {
    const older = await named('Pagewise');
    const newer = await named('Pagewise');
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const page = (_start: number) =>
      testApp.call(findUsers, {
        token: staff.token,
        query: { name_contains: 'pagewise', _start, _limit: 1 },
      });
    const [first, second, third] = [await page(0), await page(1), await page(2)];
    expect([first, second, third].map((answer) => answer.body.map((user) => user.id))).toEqual([
      [newer.id],
      [older.id],
      [],
    ]);
    expect(Object.keys(first.body[0] ?? {}).sort()).toEqual([
      'created_at',
      'email',
      'first_name',
      'id',
      'last_name',
      'name',
      'phone_number',
      'suspended_at',
      'type',
    ]);
  });

  test('bounds the page', async () => {
    const staff = await buildUser(testApp, { role: 'analyst' });
    for (const _limit of ['0', '201', 'all']) {
      const answer = await testApp.call(findUsers, { token: staff.token, query: { _limit } });
      expect(answer.status).toBe(400);
    }
  });

  test('of customers looks at name and email together, leaves staff out and puts the best match first', async () => {
    const staff = await buildUser(testApp, { role: 'analyst', firstName: 'Quill' });
    const inside = await named('Tranquill');
    const atStart = await named('Quill', 'someone@quarry.test');
    const byEmail = await named('Other', 'zz.quill@quarry.test');
    const ask = async (q: string) => {
      const answer = await testApp.call(searchCustomers, { token: staff.token, query: { q } });
      return answer.body.map((user) => user.id);
    };
    expect(await ask('QUILL')).toEqual([atStart.id, inside.id, byEmail.id]);
    expect(await ask('quill customer someone@')).toEqual([atStart.id]);
  });

  test('the count is that of all users', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const before = await testApp.call(countUsers, { token: staff.token });
    expect(before.status).toBe(200);
    await buildUser(testApp);
    const after = await testApp.call(countUsers, { token: staff.token });
    expect(after.body).toBe(before.body + 1);
  });
});
