import fastify from 'fastify';
import { expect, test } from 'vitest';
import { protectAndCompress } from './protect-and-compress.ts';

async function headersWith(kind: 'sandbox' | 'stripe') {
  const app = fastify();
  await protectAndCompress(app, { payments: { kind } });
  const { headers } = await app.inject('/nowhere');
  await app.close();
  return headers;
}

test('no page may use the camera, the microphone or the place, and only the card provider may ask for a payment', async () => {
  const sandbox = String((await headersWith('sandbox'))['permissions-policy']);
  for (const feature of ['camera', 'microphone', 'geolocation']) expect(sandbox).toContain(`${feature}=()`);
  expect(sandbox).toContain('payment=(self)');
  for (const use of ['create', 'get']) expect(sandbox).toContain(`publickey-credentials-${use}=(self)`);
  const stripe = String((await headersWith('stripe'))['permissions-policy']);
  expect(stripe).toContain('payment=(self "https://js.stripe.com" "https://hooks.stripe.com")');
});

async function policyWith(
  kind: 'sandbox' | 'stripe',
  reports: { statusUrl?: string; sentryDsn?: string } = {},
): Promise<Map<string, string[]>> {
  const app = fastify();
  await protectAndCompress(app, { payments: { kind }, ...reports });
  app.get('/', async () => 'a page');
  const { headers } = await app.inject('/');
  await app.close();
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(directives.map((text) => [text.split(' ')[0] ?? '', text.split(' ').slice(1)]));
}

test('in the sandbox nothing is loaded from anywhere else', async () => {
  const policy = await policyWith('sandbox');
  expect([...policy.values()].flat().filter((source) => source.startsWith('http'))).toEqual([]);
  expect(policy.get('default-src')).toEqual(["'self'"]);
});

test('with real keys the card provider may bring its script, its frames and its calls, and no one else', async () => {
  const policy = await policyWith('stripe');
  expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
  expect(policy.get('frame-src')).toContain('https://hooks.stripe.com');
  expect(policy.get('frame-src')).toContain('https://*.link.com');
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'https://api.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ]);
  const outside = [...policy.values()].flat().filter((source) => source.startsWith('http'));
  expect(outside.filter((source) => !/[/.](stripe|link)\.com$/.test(source))).toEqual([]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
});

test('the browser may ask a status page and report errors where they are configured, by origin alone', async () => {
  const reports = {
    statusUrl: 'https://status.example.test/encore.json?a=1',
    sentryDsn: 'https://abc@errors.example.test/7',
  };
  const policy = await policyWith('sandbox', reports);
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'https://status.example.test',
    'https://errors.example.test',
  ]);
  expect((await policyWith('sandbox')).get('connect-src')).toEqual(["'self'"]);
});
