import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { mayCall, ROLES, type Role } from '#contract/rules/permissions.ts';
import { arbitraryOf, NASTY_TEXTS, spoiled } from '#server/testing/arbitrary-input.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { rounds, SEED } from '#server/testing/chaos.ts';
import { buildUser, freshIp, type TestUser } from '#server/testing/factories.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';

/** FUZZ_RUNS=50 looks deeper; RANDOM_SEED=7 looks elsewhere; FUZZ_LOG=error prints the cause of a failure. */
const RUNS = Number(process.env.FUZZ_RUNS ?? rounds({ usually: 1, inChaos: 10 }));
const app = await startPayingApp({ LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent' });

/** Answers that say that a part of the site is turned off here, whatever was sent. */
const TURNED_OFF = ['faces_unavailable'];

type Caller = Role | 'visitor';
type Input = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

beforeAll(async () => {
  for (let i = 0; i < 3; i++) {
    const event = await buildEvent(app);
    await buildAlbum(app, { eventId: event.id });
  }
});

function inputOf({ params, query, body }: EndpointShape): fc.Arbitrary<Input> {
  const nothing = fc.constant({});
  const fitting = fc.record({
    params: params ? arbitraryOf(params) : nothing,
    query: query ? arbitraryOf(query) : nothing,
    body: body ? arbitraryOf(body) : fc.constant(undefined),
  });
  const spoil = (schema: EndpointShape['query']) => (schema ? spoiled(arbitraryOf(schema)) : nothing);
  return fc.oneof(
    { weight: 2, arbitrary: fitting },
    {
      weight: 2,
      arbitrary: fitting.chain((input) =>
        fc.record({ ...constants(input), body: spoiled(fc.constant(input.body)) }),
      ),
    },
    {
      weight: 1,
      arbitrary: fitting.chain((input) => fc.record({ ...constants(input), query: spoil(query) })),
    },
    {
      weight: 1,
      arbitrary: fitting.chain((input) => fc.record({ ...constants(input), params: spoil(params) })),
    },
  ) as fc.Arbitrary<Input>;
}

function constants(input: Record<string, unknown>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fc.constant(value)]));
}

/** Writes halves of surrogate pairs as the bytes they would be. */
function encode(value: unknown): string {
  const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return raw.isWellFormed() ? encodeURIComponent(raw) : '%ED%A0%80';
}

function urlOf({ path }: EndpointShape, { params, query }: Input): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const place = path.replace(/:(\w+)/g, (_, name: string) => encode(given[name] ?? 1) || '%20');
  const asked = query && typeof query === 'object' ? Object.entries(query) : [];
  const parts = asked.flatMap(([name, value]) =>
    [value].flat().map((one) => `${encode(name)}=${encode(one)}`),
  );
  return `/api${place}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}

function payloadOf(endpoint: EndpointShape, { body }: Input): Pick<InjectOptions, 'payload' | 'headers'> {
  if (endpoint.picture) {
    const bytes = Buffer.from(JSON.stringify(body ?? 'no picture'));
    return { payload: bytes, headers: { 'content-type': 'image/jpeg' } };
  }
  if (endpoint.text) return { payload: '{"id":1}', headers: { 'content-type': 'application/json' } };
  if (!endpoint.body) return {};
  return { payload: JSON.stringify(body) ?? '', headers: { 'content-type': 'application/json' } };
}

async function send(options: InjectOptions): Promise<{ status: number; code: string | undefined }> {
  const response = await app.app.inject({ remoteAddress: freshIp(), ...options, payloadAsStream: true });
  const type = String(response.headers['content-type']);
  const stream = response.stream();
  // A stream of live events never ends by itself.
  if (type.startsWith('text/event-stream')) stream.destroy();
  const answer = type.startsWith('text/event-stream') ? '' : await text(stream);
  return {
    status: response.statusCode,
    code: type.includes('json') ? JSON.parse(answer)?.error?.code : undefined,
  };
}

function isFailure({ status, code }: { status: number; code: string | undefined }): boolean {
  return status >= 500 && !TURNED_OFF.includes(code ?? '');
}

const isLetIn = (caller: Caller, { method, access }: EndpointShape) =>
  access === 'public' ||
  (caller !== 'visitor' && (access === 'authenticated' || mayCall({ role: caller }, { method, access })));

const people = new Map<Role, TestUser>();

async function personOf(role: Role): Promise<TestUser> {
  const user = people.get(role) ?? (await buildUser(app, { role }));
  people.set(role, user);
  return user;
}

async function fuzz(endpoint: EndpointShape, caller: Caller, inputs: Input[]): Promise<string[]> {
  const failures: string[] = [];
  for (const input of inputs) {
    const user = caller === 'visitor' ? undefined : await personOf(caller);
    const { payload, headers } = payloadOf(endpoint, input);
    const url = urlOf(endpoint, input);
    const answer = await send({
      method: endpoint.method,
      url,
      headers: { ...headers, ...(user ? { authorization: `Bearer ${user.token}` } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
    // What succeeds may end a session or an account, also that of somebody else.
    if (endpoint.method !== 'GET' && answer.status < 400) people.clear();
    if (isFailure(answer)) {
      failures.push(`${caller}: ${answer.status} ${url} ${String(payload ?? '').slice(0, 500)}`);
    }
  }
  return failures;
}

describe('no input of any role is answered with a failure of ours', () => {
  test.each(
    contract.map((endpoint, index) => [`${endpoint.method} ${endpoint.path}`, endpoint, index] as const),
  )('%s', async (_name, endpoint, index) => {
    const arbitrary = inputOf(endpoint);
    const failures: string[] = [];
    for (const [place, caller] of (['visitor', ...ROLES] as Caller[]).entries()) {
      const numRuns = isLetIn(caller, endpoint) ? RUNS : 1;
      const seed = SEED * 1_000_003 + index * 101 + place;
      failures.push(...(await fuzz(endpoint, caller, fc.sample(arbitrary, { numRuns, seed }))));
    }
    expect(failures).toEqual([]);
  });
});

const RAW_BODIES = [
  '{"a":1,"a":2}',
  '{"identifier":"a@b.test","identifier":"c@d.test","password":"x"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '1e999999',
  '{"identifier":1e400}',
  '"\\ud800"',
  '\ufeff{}',
  '{"a":NaN}',
  'x'.repeat(300_000),
];

test('no raw body of any shape is answered with a failure of ours', async () => {
  const { token } = await buildUser(app, { role: 'super' });
  const withBody = contract.filter(({ body, picture, text }) => body && !picture && !text);
  const failures: string[] = [];
  for (const [index, endpoint] of withBody.entries()) {
    for (const offset of [0, 5]) {
      const payload = RAW_BODIES[(index + offset) % RAW_BODIES.length] ?? '';
      const url = `/api${endpoint.path.replace(/:\w+/g, '1')}`;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await send({ method: endpoint.method, url, headers, payload });
      if (isFailure(answer))
        failures.push(`${answer.status} ${endpoint.method} ${url} ${payload.slice(0, 80)}`);
    }
  }
  expect(failures).toEqual([]);
});

test.each([
  '/%',
  '/%00',
  '/%ff%fe',
  '/..%2f..%2fetc%2fpasswd',
  '/api/%',
  '/api/events/%00',
  '/api/events/%ED%A0%80',
  '/api/images/x/y?auth=%00',
  '/api/dev/outbox?to=%00',
  `/${'a'.repeat(10_000)}`,
  '/api/docs/%2e%2e%2f',
  '//evil.test/%2f..',
])('the address %s is answered', async (url) => {
  expect((await send({ url })).status).toBeLessThan(500);
});

test('headers of any shape are answered', async () => {
  const values = NASTY_TEXTS.map((value) => value.replace(/[^\t\x20-\x7e]/g, '?')).filter(
    (value) => value.length < 5_000,
  );
  const names = [
    'authorization',
    'cookie',
    'if-none-match',
    'range',
    'x-forwarded-for',
    'accept-encoding',
    'content-type',
  ];
  for (const name of names) {
    for (const value of values) {
      const cookie = name === 'cookie' ? `encore_device=${value}` : value;
      const answer = await send({ url: '/api/events', headers: { [name]: cookie } });
      expect(answer.status, `${name}: ${value}`).toBeLessThan(500);
    }
  }
});

test('uploads with any headers are answered', async () => {
  const { token } = await buildUser(app, { role: 'super' });
  const metadata = [
    '',
    'batch',
    'batch !!!',
    `batch ${Buffer.from('x').toString('base64')}`,
    'filename AA==,filename AA==',
  ];
  for (const length of ['0', '-1', 'NaN', '1e3', '99999999999999999999', '']) {
    for (const value of metadata) {
      const headers = {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': length,
        'upload-metadata': value,
      };
      const created = await send({ method: 'POST', url: '/api/uploads', headers });
      expect(created.status, `${length} ${value}`).toBeLessThan(500);
    }
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': length,
      'content-type': 'application/offset+octet-stream',
    };
    for (const id of [randomUUID(), '..%2f..%2fetc', '%00', 'a'.repeat(300)]) {
      const patched = await send({ method: 'PATCH', url: `/api/uploads/${id}`, headers, payload: 'x' });
      expect(patched.status, `${length} ${id}`).toBeLessThan(500);
    }
  }
});
