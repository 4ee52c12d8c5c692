import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { errorBody } from '#contract/error-body.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { testDevices } from '#server/testing/devices.ts';
import { buildUser, freshIp, reloadUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { createHttp } from './create-http.ts';
import { AppError } from './errors.ts';
import { handle } from './handle.ts';

const endpoint = endpointsOf('Test');

const testApp = startTestApp();
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(payload: string, headers: Record<string, string> = JSON_TYPE, url = '/api/auth/local') {
  const response = await testApp.app.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress: freshIp(),
  });
  return { status: response.statusCode, error: response.json().error };
}

describe('bad input', () => {
  test.each(['{', '{"identifier":', '[1,', 'null,', '{"a":1}}', "{'a':1}", '\u0000'])(
    'of malformed JSON %j is 400 malformed_json',
    async (payload) => {
      expect(await post(payload)).toMatchObject({ status: 400, error: { code: 'malformed_json' } });
    },
  );

  test.each(['null', '[]', '"text"', '7', 'true'])(
    'of JSON that is no object (%s) is 400',
    async (payload) => {
      expect(await post(payload)).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    },
  );

  test('of more than 256 KB is 413, and of as much is read', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ identifier: 'x'.repeat(bytes - 17) });
    expect(bodyOf(256 * 1024)).toHaveLength(256 * 1024);
    expect(await post(bodyOf(256 * 1024))).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(await post(bodyOf(256 * 1024 + 1))).toMatchObject({ status: 413, error: { code: 'too_large' } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'])(
    'as %s is 415',
    async (type) => {
      const answer = await post('{"identifier":"a@b.test","password":"x"}', { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, error: { code: 'unsupported_media' } });
    },
  );

  test('with an unknown field is 400 and names it, however deep', async () => {
    const shallow = await post('{"identifier":"a@b.test","password":"x","remember":true}');
    expect(shallow).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(shallow.error.details).toEqual([
      { path: 'remember', message: expect.stringContaining('remember') },
    ]);
    const user = await buildUser(testApp);
    const deep = await testApp.app.inject({
      method: 'PUT',
      url: `/api/users/update-settings/${user.id}`,
      headers: { authorization: `Bearer ${user.token}` },
      payload: { settings: { pool: { email: true, sms: false, pigeon: true } } },
    });
    expect(deep.json().error.details).toContainEqual({
      path: 'settings.pool.pigeon',
      message: expect.stringContaining('pigeon'),
    });
  });

  test('with an unknown query parameter, or one given twice, is 400', async () => {
    const { token } = await buildUser(testApp);
    const headers = { authorization: `Bearer ${token}` };
    for (const query of ['events_in=1&order=x', 'events_in=1&_limit=1&_limit=2', 'events_in=1&__proto__=x']) {
      const answer = await testApp.request({ url: `/api/albums?${query}`, headers });
      expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
    }
  });

  test.each([
    ...['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', "1'--"],
    ...['0x10', '1e3', ' 1', '1 ', '+1', '1.0', '0b1', '١'],
  ])('of "%s" as a number in the path is 400', async (id) => {
    const answer = await testApp.request({ url: `/api/events/${encodeURIComponent(id)}` });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
  });

  test.each(['0', '2147483648', '9999999999', '1,,2', '1);drop table users'])(
    'of %s in a list of numbers is 400',
    async (ids) => {
      const { token } = await buildUser(testApp);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await testApp.request({
        url: `/api/albums?events_in=${encodeURIComponent(ids)}`,
        headers,
      });
      expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
    },
  );

  test.each([
    ['a NUL byte', 'Aus\u0000tin'],
    ['half of a surrogate pair', 'Aus\ud800tin'],
    ['the halves of a pair in the wrong order', '\udc00\ud800'],
  ])('with %s in a text is 400 and changes nothing', async (_what, city) => {
    const user = await buildUser(testApp);
    const body = { city };
    const answer = await testApp.call(accountEndpoints.updateUser, {
      token: user.token,
      params: { id: user.id },
      body,
    });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(await reloadUser(testApp, user.email)).toMatchObject({ city: null });
  });

  test.each(['{"token":"\\u0000"}', '{"token":"\\ud800"}', '{"\\ud800":1}'])(
    'of %s to a call that talks to the card provider is 400',
    async (payload) => {
      const { token } = await buildUser(testApp);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = '/api/payment-sources/add-payment-method';
      const answer = await testApp.request({ method: 'POST', url, headers, payload });
      expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
    },
  );

  test('with a NUL byte in the search of a CSV file is 400 before the file begins', async () => {
    const { token } = await buildUser(testApp, { role: 'super' });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await testApp.request({ url: '/api/lists/albums/csv?q=%00', headers });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
  });

  test('with a whole surrogate pair, such as an emoji, is stored as it is', async () => {
    const user = await buildUser(testApp);
    const call = { token: user.token, params: { id: user.id }, body: { city: 'Austin 🎉' } };
    expect(await testApp.call(accountEndpoints.updateUser, call)).toMatchObject({ status: 200 });
    expect(await reloadUser(testApp, user.email)).toMatchObject({ city: 'Austin 🎉' });
  });

  test.each([
    '{"identifier":"a@b.test","password":"x","__proto__":{"role":"super"}}',
    '{"identifier":"a@b.test","password":"x","constructor":{"prototype":{"role":"super"}}}',
    '{"identifier":"a@b.test","password":"x","\\u005f_proto__":{"role":"super"}}',
    '{"identifier":"a@b.test","password":"x","constructor":"x"}',
  ])('that reaches for the prototype is 400: %s', async (payload) => {
    expect(await post(payload)).toMatchObject({ status: 400 });
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('that looks like SQL finds nobody and harms nothing', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const answer = await testApp.call(accountEndpoints.findUsers, {
      token: staff.token,
      query: { name_contains: "' or 1=1; drop table users; --" },
    });
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(await reloadUser(testApp, staff.email)).toMatchObject({ id: staff.id });
  });
});

describe('a picture as a body', () => {
  const takesImage = endpoint('POST /pictures', {
    access: 'public',
    summary: 'Takes a picture',
    picture: { maxBytes: 400_000 },
    response: z.object({ bytes: z.int() }),
  });

  test('is taken as it is where a call asks for one, up to its own bound, and nowhere else', async () => {
    const app = await createHttp({
      config: readConfig({ NODE_ENV: 'test' }),
      log: createLog('silent'),
      version: '0',
      consumeRateLimits: async () => ({ giveBack: async () => undefined }),
      findMailboxKey: async (email) => email,
      devices: testDevices(),
      authenticate: async () => {
        throw new AppError('not_logged_in');
      },
      mountApi: (api) => handle(api, takesImage, async ({ picture }) => ({ bytes: picture.length })),
    });
    const send = async (bytes: number, type = 'image/jpeg') => {
      const payload = Buffer.alloc(bytes, 7);
      const headers = { 'content-type': type };
      return app.inject({ method: 'POST', url: '/api/pictures', payload, headers });
    };
    expect((await send(400_000)).json()).toEqual({ bytes: 400_000 });
    expect((await send(400_001)).statusCode).toBe(413);
    expect((await send(0)).statusCode).toBe(415);
    expect((await send(9, 'application/octet-stream')).statusCode).toBe(415);
    expect(await post('x', { 'content-type': 'image/png' })).toMatchObject({ status: 415 });
    await app.close();
  });
});

describe('every error', () => {
  test.each<[number, string, InjectOptions]>([
    [400, 'malformed_json', { method: 'POST', url: '/api/auth/local', payload: '{', headers: JSON_TYPE }],
    [400, 'invalid_request', { method: 'POST', url: '/api/auth/local', payload: {} }],
    [400, 'invalid_request', { url: '/api/users/%ZZ' }],
    [401, 'not_logged_in', { url: '/api/users/me' }],
    [404, 'not_found', { url: '/api/no-such-call' }],
    [404, 'not_found', { method: 'POST', url: '/api/no-such-call' }],
    [404, 'not_found', { method: 'PATCH', url: '/api/users/1' }],
    [404, 'not_found', { url: '/api/events/2000000000' }],
    [415, 'unsupported_media', { method: 'POST', url: '/api/auth/local', payload: 'x' }],
  ])('%i %s has the one shape, its status and its request id', async (status, code, options) => {
    const response = await testApp.app.inject(options);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = response.json();
    expect(z.strictObject({ error: errorBody.shape.error.strict() }).parse(body)).toEqual(body);
    expect(body.error.code).toBe(code);
    expect(response.headers['x-request-id']).toBe(body.error.request_id);
  });

  test('has a request id of its own, whatever id the caller sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const ids = await Promise.all(
      [1, 2].map(
        async () => (await testApp.app.inject({ url: '/api/nowhere', headers })).json().error.request_id,
      ),
    );
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });
});

describe('an answer', () => {
  const badge = z.object({ id: z.int(), label: z.enum(['gold', 'silver']), note: z.string().nullable() });
  const badges = {
    declared: endpoint('GET /declared', {
      access: 'public',
      summary: 'test',
      response: z.array(badge),
    }),
    wrong: endpoint('GET /wrong', {
      access: 'public',
      summary: 'test',
      response: badge,
    }),
    broken: endpoint('GET /broken', {
      access: 'public',
      summary: 'test',
      response: badge,
    }),
  };
  const build = (NODE_ENV: string) =>
    createHttp({
      config: readConfig({ NODE_ENV, MAIL_TRANSPORT: 'outbox', PAYMENTS: 'sandbox' }),
      log: createLog('silent'),
      version: '0',
      consumeRateLimits: async () => ({ giveBack: async () => undefined }),
      findMailboxKey: async (email) => email,
      devices: testDevices(),
      authenticate: () => Promise.reject(new Error('nobody logs in here')),
      mountApi(api) {
        const row = { id: 1, label: 'gold' as const, note: null, passwordHash: 'secret' };
        handle(api, badges.declared, async () => [row]);
        handle(api, badges.wrong, async () => ({ ...row, label: 'lead' }) as never);
        handle(api, badges.broken, () => Promise.reject(new Error('the password is hunter2')));
      },
    });

  test('carries only declared fields', async () => {
    const app = await build('production');
    const response = await app.inject('/api/declared');
    expect(response.json()).toEqual([{ id: 1, label: 'gold', note: null }]);
  });

  test.each(['/api/wrong', '/api/declared'])(
    'that breaks the contract or has an undeclared field fails in tests (%s)',
    async (url) => {
      const response = await (await build('test')).inject(url);
      expect(response.statusCode).toBe(500);
      expect(response.json().error.code).toBe('internal');
    },
  );

  test('about the API itself is given in production only when asked for', async () => {
    for (const url of ['/api/docs', '/api/openapi.json']) {
      expect((await (await build('development')).inject(url)).statusCode).toBe(200);
      expect((await (await build('production')).inject(url)).statusCode).toBe(404);
    }
  });

  test('to an unexpected failure tells nothing of it', async () => {
    const app = await build('production');
    const response = await app.inject('/api/broken');
    expect(response.statusCode).toBe(500);
    expect(response.json().error).toMatchObject({ code: 'internal', request_id: expect.any(String) });
    expect(response.body).not.toMatch(/hunter2|Error|stack/);
  });

  test('about a person is not kept by anyone and not sniffed', async () => {
    const { token } = await buildUser(testApp);
    const { headers } = await testApp.call(accountEndpoints.me, { token });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});

describe('behind a proxy', () => {
  const whoami = endpoint('GET /whoami', {
    access: 'public',
    summary: 'test',
    response: z.object({ ip: z.string() }),
  });

  test.each([
    ['false', '10.9.9.9'],
    ['true', '198.51.100.7'],
    ['1', '198.51.100.7'],
    ['2', '203.0.113.1'],
    ['10.0.0.0/8', '198.51.100.7'],
    ['10.0.0.0/8,198.51.100.0/24', '203.0.113.1'],
    ['192.0.2.0/24', '10.9.9.9'],
  ])('TRUST_PROXY=%s takes %s for the visitor, and never what the visitor wrote', async (trust, ip) => {
    const app = await createHttp({
      config: readConfig({ TRUST_PROXY: trust }),
      log: createLog('silent'),
      version: '0',
      consumeRateLimits: async () => ({ giveBack: async () => undefined }),
      findMailboxKey: async (email) => email,
      devices: testDevices(),
      authenticate: () => Promise.reject(new Error('nobody logs in here')),
      mountApi: (api) => handle(api, whoami, async ({ request }) => ({ ip: request.ip })),
    });
    const response = await app.inject({
      url: '/api/whoami',
      remoteAddress: '10.9.9.9',
      headers: { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' },
    });
    expect(response.json()).toEqual({ ip });
  });
});

describe('the documentation', () => {
  type OpenApi = { openapi: string; paths: Record<string, Record<string, { security?: unknown }>> };

  test('is OpenAPI 3.1 and lists the calls that are built, and no other', async () => {
    const document = (await testApp.request({ url: '/api/openapi.json' })).json as OpenApi;
    expect(document.openapi).toMatch(/^3\.1\./);
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const built: string[] = [];
    const logIn = async () => (await buildUser(testApp, { role: 'super' })).token;
    let token = await logIn();
    for (const { method, path } of contract) {
      const { statusCode, stream } = await testApp.app.inject({
        method,
        url: `/api${path.replace(/:\w+/g, '0')}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: freshIp(),
        payloadAsStream: true,
      });
      stream().destroy();
      // What succeeds may end the session.
      if (method !== 'GET' && statusCode < 300) token = await logIn();
      if (statusCode !== 501) built.push(`${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
    }
    expect(built).toContain('POST /api/auth/local');
    expect(listed.filter((name) => name !== 'GET /api/dev/outbox').sort()).toEqual(built.sort());
  });

  test('says which calls need a token', async () => {
    const { paths } = (await testApp.request({ url: '/api/openapi.json' })).json as OpenApi;
    expect(paths['/api/users/me']?.get?.security).toEqual([{ bearer: [] }]);
    expect(paths['/api/auth/local']?.post?.security).toBeUndefined();
  });

  test('has a page for people', async () => {
    const page = await testApp.request({ url: '/api/docs' });
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<!DOCTYPE html>/i);
  });
});

test('large answers are compressed, and every answer carries the protective headers', async () => {
  const { token } = await buildUser(testApp);
  const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` };
  const large = await testApp.app.inject({ url: '/api/openapi.json', headers });
  expect(large.headers['content-encoding']).toBe('gzip');
  const small = await testApp.app.inject({ url: '/api/health', headers });
  expect(small.headers['content-encoding']).toBeUndefined();
  for (const answer of [large, small]) {
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  }
});

test('the documentation page finds its scripts and styles', async () => {
  const page = await testApp.request({ url: '/api/docs' });
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] as string,
  );
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const { pathname } = new URL(file, 'http://site/api/docs');
    expect((await testApp.request({ url: pathname })).status, pathname).toBe(200);
  }
});
