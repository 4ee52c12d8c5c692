import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { createSms } from './sms.ts';
import type { Sms } from './sms-types.ts';

const testApp = startTestApp();
const phone = { userId: 1, to: '+15125550100' };

describe('Twilio', () => {
  type Call = { method?: string; path?: string; authorization?: string; body: Record<string, string> };
  const calls: Call[] = [];
  let answer: { status: number; body: object };
  let server: Server;
  let sms: Sms;

  async function record(request: IncomingMessage): Promise<void> {
    calls.push({
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      body: Object.fromEntries(new URLSearchParams(await text(request))),
    });
  }

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      await record(request);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const config = readConfig({
      TWILIO_ACCOUNT_SID: 'AC123',
      TWILIO_AUTH_TOKEN: 'auth-token',
      TWILIO_VERIFY_SERVICE_SID: 'VA123',
      TWILIO_FROM: '+15125550000',
      TWILIO_BASE_URL: `http://127.0.0.1:${port}`,
    });
    sms = await createSms(config, testApp.context);
  });

  beforeEach(() => {
    calls.length = 0;
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const authorization = `Basic ${Buffer.from('AC123:auth-token').toString('base64')}`;

  test('is asked to text a code', async () => {
    answer = { status: 201, body: { sid: 'VE1', status: 'pending', to: phone.to } };
    await sms.startVerification(phone, { siteName: 'Encore', language: 'es' });
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/v2/Services/VA123/Verifications',
        authorization,
        body: { To: phone.to, Channel: 'sms', Locale: 'es' },
      },
    ]);
  });

  test.each([
    ['approved', true],
    ['pending', false],
    ['canceled', false],
  ])('whose check says %s means %s', async (status, verified) => {
    answer = { status: 200, body: { sid: 'VE1', status, to: phone.to } };
    expect(await sms.checkVerification(phone, '123456')).toBe(verified);
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/v2/Services/VA123/VerificationCheck',
        authorization,
        body: { To: phone.to, Code: '123456' },
      },
    ]);
  });

  test('that knows no pending verification means no', async () => {
    answer = { status: 404, body: { code: 20404, message: 'not found', status: 404 } };
    expect(await sms.checkVerification(phone, '123456')).toBe(false);
  });

  test.each([401, 500])('that answers %i is a failure, not a wrong code', async (status) => {
    answer = { status, body: { code: 1, message: 'refused by Twilio', status } };
    await expect(sms.checkVerification(phone, '123456')).rejects.toThrow(/refused by Twilio/);
    await expect(sms.startVerification(phone, { siteName: 'Encore', language: 'en' })).rejects.toThrow(
      /refused by Twilio/,
    );
  });

  test.each([
    [400, 'invalid_request'],
    [403, 'invalid_request'],
    [429, 'too_many_requests'],
  ])('that answers %i is explained to the customer', async (status, code) => {
    answer = { status, body: { code: 60200, message: 'refused by Twilio', status } };
    await expect(sms.startVerification(phone, { siteName: 'Encore', language: 'en' })).rejects.toMatchObject({
      code,
    });
    await expect(sms.checkVerification(phone, '123456')).rejects.toMatchObject({ code });
  });

  const message = { key: 'one', to: phone.to, text: 'Your photos are here.' };

  test.each([
    [201, undefined, 'sent'],
    [400, 21610, 'stopped'],
    [400, 21211, 'refused'],
    [403, 60410, 'refused'],
  ])('that answers a text with %i %s has %s it', async (status, code, outcome) => {
    answer = { status, body: { sid: 'SM1', code, message: 'said by Twilio', status } };
    expect(await sms.send(message)).toBe(outcome);
    expect(calls).toHaveLength(1);
  });

  test.each([
    [401, 20003],
    [429, 20429],
    [429, 21611],
    [500, 20500],
  ])('that answers a text with %i %i is asked again later', async (status, code) => {
    answer = { status, body: { code, message: 'not now', status } };
    await expect(sms.send(message)).rejects.toThrow(/not now/);
  });
});

test('production without a provider reports that text messages are not set up', async () => {
  const config = readConfig({ NODE_ENV: 'production', MAIL_TRANSPORT: 'outbox', PAYMENTS: 'sandbox' });
  const sms = await createSms(config, testApp.context);
  await expect(sms.startVerification(phone, { siteName: 'Encore', language: 'en' })).rejects.toMatchObject({
    code: 'unavailable',
  });
});
