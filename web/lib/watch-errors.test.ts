// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildSite } from '#web/testing/demo-site.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { callApi } from './api.ts';
import { queryClient } from './query-client.ts';
import { openSession } from './session.ts';
import { siteQuery } from './site.query.ts';
import { forgetTroubles, readTroubles } from './trouble-log.ts';
import { watchErrors } from './watch-errors.ts';

const DSN = 'https://abc@errors.example.test/7';
let sent: { address: string; event: Record<string, unknown>; text: string }[] = [];

beforeAll(watchErrors);

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith('https://errors.')) {
      const error = { code: 'token_expired', message: 'x', request_id: 'req-9' };
      return new Response(JSON.stringify({ error }), { status: 401 });
    }
    const text = String(init?.body);
    sent.push({ address, event: JSON.parse(text.split('\n')[2] ?? ''), text });
    return new Response('{}');
  });
});

afterEach(() => forgetTroubles());

const throwOnPage = (message: string) =>
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError(message) }));

const knowSite = (sentry_dsn: string | null) =>
  queryClient.setQueryData(siteQuery.queryKey, buildSite({ version: '1.2.3', sentry_dsn }));

test('an error is reported for whoever is logged in, and for nobody after the token was refused', async () => {
  knowSite(DSN);
  openSession({ jwt: 'a-token', user: buildUser({ id: 7 }) });
  throwOnPage('no album for dana@example.test');
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.address).toContain('https://errors.example.test/api/7/envelope/');
  expect(sent[0]?.event).toMatchObject({ user: { id: '7' }, release: 'encore@1.2.3' });
  expect(sent[0]?.text).not.toMatch(/dana|parent@encore|Dana Kim|a-token/);

  const me = (await import('#contract/endpoints/accounts.ts')).accountEndpoints.me;
  await callApi(me).catch(() => undefined);
  throwOnPage('again');
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]?.event).not.toHaveProperty('user');
  expect(readTroubles()).toEqual({
    errors: ['TypeError: no album for [email]', 'GET /users/me: 401 token_expired', 'TypeError: again'],
    requestIds: ['req-9'],
  });
});

test('a site without an address reports nothing and still remembers for a bug report', async () => {
  knowSite(null);
  throwOnPage('quiet');
  await expect.poll(() => readTroubles().errors).toEqual(['TypeError: quiet']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
});

test('the last ten troubles are remembered', () => {
  knowSite(null);
  for (let i = 0; i < 15; i++) throwOnPage(`trouble ${i}`);
  expect(readTroubles().errors).toHaveLength(10);
  expect(readTroubles().errors.at(-1)).toBe('TypeError: trouble 14');
});
