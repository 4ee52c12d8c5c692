import { z } from 'zod';
import type { Config } from '#server/platform/config/config.ts';
import { type Check, type Finding, failed, judgeClock, messageOf, ok, warning } from './finding.ts';

type StripeConfig = Extract<Config['payments'], { kind: 'stripe' }>;
type Answer = { status: number; dateMs: number; body: unknown };

const STRIPE_API = 'https://api.stripe.com';
const WEBHOOK_PATH = '/api/webhooks/stripe';
const MAX_ENDPOINTS = 100;

const account = z.object({ charges_enabled: z.boolean(), payouts_enabled: z.boolean() });
const endpointList = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
});

export function checkCards(config: Config, events: readonly string[]): Check[] {
  const { payments } = config;
  if (payments.kind === 'sandbox') {
    const line = 'cards go to the bundled sandbox: set STRIPE_SECRET_KEY to take real ones';
    const finding = config.production ? warning('cards', line) : ok('cards', line);
    return [{ name: 'cards', run: async () => [finding] }];
  }
  return [
    { name: 'cards', run: () => checkAccount(payments) },
    {
      name: 'webhook',
      run: async () => [await checkWebhook(payments, `${config.publicUrl}${WEBHOOK_PATH}`, events)],
    },
  ];
}

async function ask({ apiBase, secretKey, timeoutMs }: StripeConfig, path: string): Promise<Answer> {
  const response = await fetch(`${apiBase ?? STRIPE_API}${path}`, {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw new Error(`the card provider does not answer (${messageOf(error)}): check network and firewall`);
  });
  const body = await response.json().catch(() => undefined);
  return { status: response.status, dateMs: Date.parse(response.headers.get('date') ?? ''), body };
}

async function checkAccount(payments: StripeConfig): Promise<Finding[]> {
  const { status, dateMs, body } = await ask(payments, '/v1/account');
  const clock = Number.isNaN(dateMs)
    ? []
    : [judgeClock('clock', 'the card provider', (dateMs - Date.now()) / 1000)];
  return [judgeAccount(payments, status, body), ...clock];
}

function judgeAccount({ isLive }: StripeConfig, status: number, body: unknown): Finding {
  const mode = isLive ? 'live' : 'test';
  if (status === 401) return failed('cards', 'the card provider does not know STRIPE_SECRET_KEY');
  if (status === 403) return warning('cards', `the ${mode} key works, but may not read the account`);
  const found = account.safeParse(body);
  if (status !== 200 || !found.success) return failed('cards', `the card provider answers ${status}`);
  if (!found.data.charges_enabled)
    return failed('cards', 'the account cannot take payments yet: finish it in the dashboard');
  if (!found.data.payouts_enabled)
    return warning('cards', 'the account gets no payouts yet: finish it in the dashboard');
  return ok('cards', `the ${mode} key works and the account takes payments`);
}

async function checkWebhook(
  payments: StripeConfig,
  url: string,
  events: readonly string[],
): Promise<Finding> {
  const { status, body } = await ask(payments, `/v1/webhook_endpoints?limit=${MAX_ENDPOINTS}`);
  if (status === 401 || status === 403) {
    return warning('webhook', `the key may not list webhooks: look in the dashboard for ${url}`);
  }
  const list = endpointList.safeParse(body);
  if (status !== 200 || !list.success) return failed('webhook', `the card provider answers ${status}`);
  const ours = list.data.data.filter((endpoint) => endpoint.url === url);
  if (ours.length === 0)
    return failed('webhook', `the card provider has no webhook ${url}: add it in the dashboard`);
  const enabled = ours.filter((endpoint) => endpoint.status === 'enabled');
  if (enabled.length === 0) return failed('webhook', `${url} is disabled: enable it in the dashboard`);
  const sent = new Set(enabled.flatMap((endpoint) => endpoint.enabled_events));
  const missing = sent.has('*') ? [] : events.filter((event) => !sent.has(event));
  if (missing.length > 0)
    return failed('webhook', `${url} does not get ${missing.join(', ')}: add them in the dashboard`);
  return ok('webhook', `${url} gets all ${events.length} events`);
}
