import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsOf, type RateLimit } from '#contract/endpoint.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { cookieOf, testDevices } from '#server/testing/devices.ts';
import { freshIp } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { createHttp } from './create-http.ts';
import { AppError } from './errors.ts';
import { handle } from './handle.ts';

const endpoint = endpointsOf('Test');

const testApp = shareTestApp();
const apps: FastifyInstance[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

type Body = { do?: 'fail' | 'refuse' | 'nothing'; code?: string };
const devices = testDevices(async (email, device) => email === OWNER && device === 'owners-phone');
type Caller = { ip?: string; userId?: number; device?: string };
const OWNER = 'owner@example.test';

/** Builds an app with one endpoint that does what its body says. */
async function buildLimited(...limits: Omit<RateLimit<keyof Body>, 'name' | 'minutes'>[]) {
  const name = randomUUID();
  const limited = endpoint('POST /limited', {
    access: 'public',
    summary: 'A limited call',
    body: z.strictObject({
      do: z.enum(['fail', 'refuse', 'nothing']).optional(),
      code: z.string().optional(),
    }),
    response: z.object({ isOverLimit: z.boolean() }),
    limits: limits.map((limit) => ({ ...limit, name, minutes: 1 })),
  });
  const { config, log } = testApp.context;
  const app = await createHttp({
    config,
    log,
    version: '0',
    authenticate: async (token) => ({
      userId: Number(token),
      role: 'authenticated',
      sessionId: '',
      isVerified: true,
    }),
    consumeRateLimits: (taken) => consumeRateLimits(testApp.context, taken),
    findMailboxKey: async (email) => email,
    devices,
    mountApi: (api) =>
      handle(api, limited, async ({ body, uncount, isOverLimit }) => {
        if (body.do === 'fail') throw new AppError('not_found');
        if (body.do === 'refuse') throw new AppError('coupon_invalid');
        if (body.do === 'nothing') uncount();
        return { isOverLimit };
      }),
  });
  apps.push(app);
  return async (payload: Body = {}, { ip = '192.0.2.1', userId, device }: Caller = {}) => {
    const headers = {
      ...(userId === undefined ? {} : { authorization: `Bearer ${userId}` }),
      ...(device === undefined ? {} : { cookie: `other=1; ${cookieOf(devices, device)}` }),
    };
    const call = { method: 'POST', url: '/api/limited', payload, headers, remoteAddress: ip } as const;
    const response = await app.inject(call);
    return response.json().isOverLimit ? 'over' : response.statusCode;
  };
}

describe('a limit on an endpoint', () => {
  test('counts every call unless it says otherwise, each address for itself', async () => {
    const call = await buildLimited({ per: 'address', max: 2 });
    expect([await call(), await call({ do: 'fail' }), await call()]).toEqual([200, 404, 429]);
    expect(await call({}, { ip: freshIp() })).toBe(200);
  });

  test('of failures gives back what succeeded and closes for successes too', async () => {
    const call = await buildLimited({ per: 'address', max: 1, counts: 'failures' });
    expect([await call(), await call(), await call({ do: 'fail' }), await call()]).toEqual([
      200, 200, 404, 429,
    ]);
  });

  test('of successes gives back what failed and what did nothing', async () => {
    const call = await buildLimited({ per: 'address', max: 1, counts: 'successes' });
    expect([await call({ do: 'fail' }), await call({ do: 'nothing' }), await call()]).toEqual([
      404, 200, 200,
    ]);
    expect(await call()).toBe(429);
  });

  test('of some errors counts no others', async () => {
    const call = await buildLimited({ per: 'address', max: 1, counts: ['coupon_invalid'] });
    expect([await call({ do: 'fail' }), await call({ do: 'refuse' }), await call()]).toEqual([404, 409, 429]);
  });

  test('that refuses failures answers a call that succeeds', async () => {
    const call = await buildLimited({ per: 'address', max: 1, counts: 'failures', refuses: 'failures' });
    expect([await call({ do: 'fail' }), await call({ do: 'fail' }), await call()]).toEqual([404, 429, 200]);
  });

  test('per caller counts an account wherever it is, and others by their device', async () => {
    const call = await buildLimited({ per: 'caller', max: 1 });
    expect(await call({}, { userId: 7 })).toBe(200);
    expect(await call({}, { userId: 7, ip: freshIp() })).toBe(429);
    expect(await call({}, { device: 'a' })).toBe(200);
    expect(await call({}, { device: 'a', ip: freshIp() })).toBe(429);
    expect(await call({}, { device: 'b' })).toBe(200);
  });

  test('per device counts each device of one address for itself', async () => {
    const call = await buildLimited({ per: 'device', max: 1 });
    expect([await call({}, { device: 'a' }), await call({}, { device: 'b' })]).toEqual([200, 200]);
    expect(await call({}, { device: 'a', ip: freshIp() })).toBe(429);
  });

  test('on unknown devices leaves a device alone that has logged in to the account', async () => {
    const call = await buildLimited({
      per: { field: 'code' },
      max: 1,
      device: { is: 'unknown', of: 'code' },
    });
    const strangers = [];
    for (const device of ['a', 'b', undefined]) {
      strangers.push(await call({ code: OWNER }, { ip: freshIp(), ...(device ? { device } : {}) }));
    }
    expect(strangers).toEqual([200, 429, 429]);
    const owner = { device: 'owners-phone' };
    expect([await call({ code: OWNER }, owner), await call({ code: OWNER }, owner)]).toEqual([200, 200]);
    // The phone of one owner is a stranger to other accounts.
    expect([await call({ code: 'x' }, owner), await call({ code: 'x' }, owner)]).toEqual([200, 429]);
  });

  test('that refuses nothing answers all the same and tells the handler', async () => {
    const call = await buildLimited({ per: 'address', max: 1, refuses: 'nothing' });
    expect([await call(), await call(), await call()]).toEqual([200, 'over', 'over']);
  });

  test('per account leaves callers who are not logged in alone', async () => {
    const call = await buildLimited({ per: 'account', max: 1 });
    expect([await call(), await call()]).toEqual([200, 200]);
    expect([await call({}, { userId: 7 }), await call({}, { userId: 7 })]).toEqual([200, 429]);
  });

  test('per several subjects counts each combination', async () => {
    const call = await buildLimited({ per: [{ field: 'code' }, 'address'], max: 1 });
    expect([await call({ code: 'a' }), await call({ code: 'b' })]).toEqual([200, 200]);
    expect(await call({ code: 'a' }, { ip: freshIp() })).toBe(200);
    expect(await call({ code: 'a' })).toBe(429);
  });

  test('only with a field leaves calls without it alone', async () => {
    const call = await buildLimited({ per: 'address', max: 1, onlyWith: 'code' });
    expect([await call({ code: 'a' }), await call({ code: 'b' }), await call()]).toEqual([200, 429, 200]);
  });
});
