import { createHmac, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createSigner } from 'fast-jwt';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { mayCall, ROLES, type Role } from '#contract/rules/permissions.ts';
import {
  buildRegistration,
  buildUser,
  freshEmail,
  freshIp,
  TEST_PASSWORD,
  type TestUser,
} from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const JWT_SECRET = 'a secret that only this test knows, long enough';
const testApp = startTestApp({ JWT_SECRET });

const ABSENT_ID = 2_000_000_000;
const PARAMS: Record<string, string> = { a: randomUUID(), b: '1.thumb', uuid: randomUUID() };

/** Good input for the calls that are built, so that the walk passes validation and reaches the handler. */
const INPUTS = new Map<EndpointShape, (user: TestUser) => { id?: number; body?: object; query?: object }>([
  [accountEndpoints.register, () => ({ body: buildRegistration() })],
  [accountEndpoints.forgotPassword, () => ({ body: { email: freshEmail() } })],
  [accountEndpoints.sendLoginLink, () => ({ body: { email: freshEmail() } })],
  [
    accountEndpoints.changePassword,
    () => ({
      body: { currentPassword: TEST_PASSWORD, password: 'a-new-one', passwordConfirmation: 'a-new-one' },
    }),
  ],
  [accountEndpoints.getUser, ({ id }) => ({ id })],
  [accountEndpoints.updateUser, ({ id }) => ({ id, body: { city: 'Austin' } })],
  [catalogueEndpoints.listAlbums, () => ({ query: { events_in: '1,2' } })],
]);
const SETTINGS_BODY = { settings: FACTORY_NOTIFICATION_SETTINGS };

function pathOf(endpoint: EndpointShape, id: number | string): string {
  return `/api${endpoint.path}`.replace(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? String(id));
}

async function walk(endpoint: EndpointShape, user?: TestUser) {
  const makeInput = INPUTS.get(endpoint);
  const input = makeInput?.(user ?? (await buildUser(testApp))) ?? {};
  const hasUuid = endpoint.path.startsWith('/jobs/');
  const response = await testApp.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, hasUuid ? randomUUID() : (input.id ?? ABSENT_ID)),
    // A picture is opened by the token in its address, whoever asks.
    query: (input.query ?? (endpoint.raw ? { auth: 'made-up' } : {})) as Record<string, string>,
    remoteAddress: freshIp(),
    headers: user ? { authorization: `Bearer ${user.token}` } : {},
    ...(endpoint.body ? { payload: input.body ?? SETTINGS_BODY } : {}),
    payloadAsStream: true,
  });
  const type = String(response.headers['content-type']);
  const stream = response.stream();
  // News never end by themselves.
  if (type.startsWith('text/event-stream')) stream.destroy();
  const code = type.includes('json') ? JSON.parse(await text(stream))?.error?.code : undefined;
  return { status: response.statusCode, code };
}

function isLetIn(role: Role, { method, access }: EndpointShape): boolean {
  return access === 'public' || access === 'authenticated' || mayCall({ role }, { method, access });
}

const people = new Map<Role, TestUser>();

/** Somebody of the role; what succeeds may end the session, so the next call is made by somebody else. */
async function walkAs(role: Role, endpoint: EndpointShape) {
  const user = people.get(role) ?? (await buildUser(testApp, { role }));
  const answer = await walk(endpoint, user);
  if (endpoint.method === 'GET' || answer.status >= 300) people.set(role, user);
  else people.delete(role);
  return answer;
}

const REFUSALS = ['not_logged_in', 'token_invalid', 'token_expired', 'forbidden'];

describe('every call of the contract', () => {
  test.each(contract.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s lets in exactly the roles its access names',
    async (_name, endpoint) => {
      expect(testApp.app.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` })).toBe(true);

      const anonymous = await walk(endpoint);
      if (endpoint.access === 'public') expect(REFUSALS).not.toContain(anonymous.code);
      else expect(anonymous).toEqual({ status: 401, code: 'not_logged_in' });

      for (const role of ROLES) {
        const answer = await walkAs(role, endpoint);
        if (!isLetIn(role, endpoint)) {
          expect(answer, role).toEqual({ status: 403, code: 'forbidden' });
          continue;
        }
        expect(REFUSALS, role).not.toContain(answer.code);
        expect(answer.status === 501 || answer.status < 500, `${role}: ${answer.status}`).toBe(true);
      }
    },
  );

  test.each([...INPUTS.keys()].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers 200 to good input of someone who may',
    async (_name, endpoint) => {
      expect(await walk(endpoint, await buildUser(testApp))).toMatchObject({ status: 200 });
    },
  );
});

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const claimsOf = async () => {
    const user = await buildUser(testApp);
    const [, payload = ''] = user.token.split('.');
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return { user, claims };
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const forge = (header: object, claims: object, secret = JWT_SECRET) => {
    const content = `${encode(header)}.${encode(claims)}`;
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };
  const me = async (token: string) => {
    const { status, error } = await testApp.call(accountEndpoints.me, { token });
    return { status, code: error?.code };
  };
  const INVALID = { status: 401, code: 'token_invalid' };

  test('signed by us opens the account it names', async () => {
    const { user, claims } = await claimsOf();
    expect(claims).toMatchObject({ sub: String(user.id), iss: 'encore' });
    expect(await me(forge({ alg: 'HS256', typ: 'JWT' }, claims))).toEqual({ status: 200, code: undefined });
  });

  test('that has expired is told apart, so that the browser can log out', async () => {
    const { claims } = await claimsOf();
    const token = forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, iat: now() - 7200, exp: now() - 60 });
    expect(await me(token)).toEqual({ status: 401, code: 'token_expired' });
  });

  test('without an expiry, of another issuer, or without a session is refused', async () => {
    const { claims } = await claimsOf();
    const header = { alg: 'HS256', typ: 'JWT' };
    const { exp: _exp, ...endless } = claims;
    const { sid: _sid, ...sessionless } = claims;
    expect(await me(forge(header, endless))).toEqual(INVALID);
    expect(await me(forge(header, sessionless))).toEqual(INVALID);
    expect(await me(forge(header, { ...claims, iss: 'elsewhere' }))).toEqual(INVALID);
  });

  test('with a forged signature or changed claims is refused', async () => {
    const { user, claims } = await claimsOf();
    const [header = '', payload = '', signature = ''] = user.token.split('.');
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
    expect(await me(`${header}.${payload}.${flipped}`)).toEqual(INVALID);
    expect(await me(`${header}.${encode({ ...claims, sub: '1' })}.${signature}`)).toEqual(INVALID);
    expect(await me(forge({ alg: 'HS256' }, claims, 'another secret'))).toEqual(INVALID);
  });

  test('with a swapped algorithm is refused, even when the signature fits', async () => {
    const { claims } = await claimsOf();
    const strong = createSigner({ key: JWT_SECRET, algorithm: 'HS512' });
    expect(await me(strong(claims))).toEqual(INVALID);
    expect(await me(forge({ alg: 'RS256', typ: 'JWT' }, claims))).toEqual(INVALID);
    expect(await me(forge({ alg: 'none', typ: 'JWT' }, claims))).toEqual(INVALID);
    expect(await me(`${encode({ alg: 'none' })}.${encode(claims)}.`)).toEqual(INVALID);
  });

  test('of a session that is gone, or of another user, opens nothing', async () => {
    const { user, claims } = await claimsOf();
    const other = await buildUser(testApp, { role: 'super' });
    expect(await me(forge({ alg: 'HS256' }, { ...claims, sub: String(other.id) }))).toEqual(INVALID);
    expect(await me(forge({ alg: 'HS256' }, { ...claims, sid: randomUUID() }))).toEqual(INVALID);
    await testApp.context.db.deleteFrom('sessions').where('userId', '=', user.id).execute();
    expect(await me(user.token)).toEqual(INVALID);
  });

  test.each([
    ['garbage', 'Bearer garbage'],
    ['three dots', 'Bearer ...'],
    ['no token', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an over-long header', `Bearer ${'a'.repeat(5_000)}`],
  ])('that is %s is refused, and no public call is lost to it', async (_name, authorization) => {
    const headers = { authorization };
    const guarded = await testApp.app.inject({ url: '/api/users/me', headers });
    expect(guarded.statusCode).toBe(401);
    expect(guarded.json().error.code).toBe('token_invalid');
    const open = await testApp.app.inject({ url: '/api/events', headers });
    expect(open.statusCode).toBe(200);
  });

  test('gone stale does not lock anybody out of a public call', async () => {
    const { user, claims } = await claimsOf();
    const expired = forge({ alg: 'HS256' }, { ...claims, exp: now() - 60 });
    await testApp.call(accountEndpoints.logOut, { token: user.token });
    for (const token of [user.token, expired]) {
      expect(await testApp.call(catalogueEndpoints.listEvents, { token })).toMatchObject({ status: 200 });
    }
  });
});
