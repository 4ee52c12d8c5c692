import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { WEBHOOK_EVENTS } from '#server/platform/payments/webhook-events.ts';
import { checkCards } from './check-cards.ts';
import { runChecks } from './finding.ts';

const webhook = {
  url: 'https://shop.example/api/webhooks/stripe',
  status: 'enabled',
  enabled_events: ['*'],
};
const account = { charges_enabled: true, payouts_enabled: true };
const provider = { status: 200, account: account as object, webhooks: [webhook] as object[], date: '' };
let base: string;
let closeProvider: () => void;

afterAll(() => closeProvider());

beforeAll(async () => {
  const server = createServer((request, response) => {
    if (provider.date) response.setHeader('date', provider.date);
    const body = request.url?.startsWith('/v1/account') ? provider.account : { data: provider.webhooks };
    response.writeHead(provider.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeProvider = () => server.close();
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const judge = async (change: Partial<typeof provider>) => {
  const usual = { status: 200, account, webhooks: [webhook], date: '' };
  Object.assign(provider, usual, change);
  const config = readConfig({
    PUBLIC_URL: 'https://shop.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: base,
  });
  const findings = await runChecks(checkCards(config, WEBHOOK_EVENTS));
  return Object.fromEntries(findings.map(({ check, state, line }) => [check, `${state}: ${line}`]));
};

test.each([
  ['the account is ready', {}, 'cards', /^ok: the test key works/],
  ['the key is wrong', { status: 401 }, 'cards', /^failed: .*does not know STRIPE_SECRET_KEY/],
  ['the key may not read it', { status: 403 }, 'cards', /^warning: .*may not read/],
  [
    'the account is not ready',
    { account: { ...account, charges_enabled: false } },
    'cards',
    /^failed: .*finish/,
  ],
  ['the webhook is there', {}, 'webhook', /^ok: .*gets all 31 events/],
  ['there is no webhook', { webhooks: [] }, 'webhook', /^failed: .*has no webhook https:\/\/shop\.example/],
  ['it is disabled', { webhooks: [{ ...webhook, status: 'disabled' }] }, 'webhook', /^failed: .*is disabled/],
  [
    'it lacks events',
    { webhooks: [{ ...webhook, enabled_events: WEBHOOK_EVENTS.slice(1) }] },
    'webhook',
    /^failed: .*does not get payment_intent\.succeeded: add/,
  ],
  ['the clock is right', {}, 'clock', /^ok/],
  [
    'the clock is wrong',
    { date: new Date(0).toUTCString() },
    'clock',
    /^failed: .*webhooks would be refused/,
  ],
])('%s', async (_name, change, check, expected) => {
  expect((await judge(change))[check]).toMatch(expected);
});

test('the documents name the events that the webhook needs', () => {
  const text = readFileSync('docs/operations.md', 'utf8').replace(/\s+/g, ' ');
  expect(WEBHOOK_EVENTS.filter((event) => !text.includes(`\`${event}\``))).toEqual([]);
});
