import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { PaymentStuck, TransferRefused } from './payment-types.ts';
import { createPayments } from './payments.ts';

// Answers as the API documents them where the bundled sandbox answers more, or something else.

type Asked = { call: string; params: URLSearchParams; key: string | undefined };
let answers: Record<string, unknown> = {};
let asked: Asked[] = [];

const server = createServer(async (request: IncomingMessage, reply) => {
  const [path, query] = (request.url ?? '').split('?');
  const call = `${request.method} ${path}`;
  const params = new URLSearchParams(request.method === 'GET' ? query : await text(request));
  asked.push({ call, params, key: request.headers['idempotency-key']?.toString() });
  const answer = answers[call] as { error?: object } | undefined;
  reply.statusCode = answer === undefined ? 404 : answer.error ? 400 : 200;
  reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? { error: {} }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

const payments = createPayments({
  kind: 'stripe',
  isLive: false,
  secretKey: 'sk_test_other',
  publishableKey: 'pk_test_other',
  webhookSecrets: ['whsec_other'],
  apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  applePayDomainFile: undefined,
  timeoutMs: 5_000,
  descriptorPrefixLength: 10,
});

beforeEach(() => {
  [answers, asked] = [{}, []];
});

const transfer = {
  id: 'tr_1',
  object: 'transfer',
  amount: 500,
  amount_reversed: 200,
  created: 1_790_000_000,
  currency: 'usd',
  destination: { id: 'acct_1', object: 'account' },
  metadata: { transfer: 'key' },
};

test('a transfer may name its account as an object and leave out its reversals', async () => {
  answers['GET /v1/transfers/tr_1'] = transfer;
  expect(await payments.getTransfer('tr_1')).toMatchObject({
    accountId: 'acct_1',
    amountCents: 500,
    reversedCents: 200,
    reversals: [],
    transferKey: 'key',
  });
});

test('a transfer is found among those of its group, whatever else the provider lists', async () => {
  const other = { ...transfer, id: 'tr_2', metadata: {} };
  answers['GET /v1/transfers'] = {
    object: 'list',
    url: '/v1/transfers',
    has_more: false,
    data: [other, transfer],
  };
  expect(await payments.findTransfer('key')).toMatchObject({ transferId: 'tr_1' });
  expect(asked[0]?.params.get('transfer_group')).toBe('transfer_key');
});

test('a refusal names its reason, and an unclear key is no refusal', async () => {
  const sent = { transferKey: 'key', accountId: 'acct_1', amountCents: 500, currency: 'usd' };
  const refuse = (type: string, code?: string) => {
    answers['POST /v1/transfers'] = { error: { type, code, message: 'No.' } };
    return payments.transfer(sent).catch((error: unknown) => error);
  };
  const refused = await refuse('invalid_request_error', 'balance_insufficient');
  expect(refused).toBeInstanceOf(TransferRefused);
  expect(refused).toMatchObject({ code: 'balance_insufficient' });
  // An earlier call with the same key may have moved the money.
  expect(await refuse('idempotency_error')).not.toBeInstanceOf(TransferRefused);
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['transfer_key']));
});

test('a payment whose key the provider knows with other parameters gets no other answer to it', async () => {
  answers['POST /v1/payment_intents'] = {
    error: { type: 'idempotency_error', message: 'Other parameters.' },
  };
  const payment = {
    attemptKey: 'key',
    amountCents: 1995,
    currency: 'usd',
    customerId: 'cus_1',
    methodId: 'pm_1',
    keepsCard: false,
    capture: 'automatic',
    asksBank: false,
    description: 'Encore order 1',
    eventName: 'An event that was renamed since',
    returnUrl: 'https://encore.test/checkout/key',
  } as const;
  await expect(payments.pay(payment)).rejects.toBeInstanceOf(PaymentStuck);
});

test('an account whose papers are being checked needs nothing from its owner', async () => {
  const stateFor = async (account: object) => {
    answers['GET /v1/accounts/acct_1'] = { id: 'acct_1', object: 'account', ...account };
    return (await payments.getAccount('acct_1')).state;
  };
  const submitted = {
    details_submitted: true,
    payouts_enabled: false,
    capabilities: { transfers: 'pending' },
  };
  const because = (disabled_reason: string | null) => ({ ...submitted, requirements: { disabled_reason } });
  expect(await stateFor(because('requirements.pending_verification'))).toBe('pending');
  expect(await stateFor(because('requirements.past_due'))).toBe('restricted');
  expect(await stateFor(because(null))).toBe('pending');
  expect(await stateFor({ details_submitted: false, payouts_enabled: false })).toBe('pending');
  const open = { details_submitted: true, payouts_enabled: true };
  expect(await stateFor({ ...open, capabilities: { transfers: 'inactive' } })).toBe('pending');
  expect(await stateFor({ ...open, capabilities: { transfers: 'active' } })).toBe('ready');
});

const taxLine = (reference: string, amount_tax: number, breakdown: object[] | null) => ({
  id: `tax_li_${reference}`,
  object: 'tax.calculation_line_item',
  reference,
  amount_tax,
  tax_breakdown: breakdown,
});

test('the lines of a calculation may be left out of its answer, come in any order, and be taxed by nobody', async () => {
  answers['POST /v1/tax/calculations'] = { id: 'taxcalc_1', object: 'tax.calculation' };
  const part = (amount: number, percentage_decimal: string) => ({
    amount,
    jurisdiction: { country: 'US', state: 'CA', display_name: 'California', level: 'state' },
    tax_rate_details: { display_name: 'Sales Tax', percentage_decimal, tax_type: 'sales_tax' },
    taxability_reason: 'standard_rated',
  });
  answers['GET /v1/tax/calculations/taxcalc_1/line_items'] = {
    object: 'list',
    url: '/v1/tax/calculations/taxcalc_1/line_items',
    has_more: false,
    data: [
      taxLine('2', 0, [
        { amount: 0, jurisdiction: {}, tax_rate_details: null, taxability_reason: 'not_collecting' },
      ]),
      taxLine('0', 145, [part(120, '6.0'), part(25, '1.25')]),
    ],
  };
  const place = { country: 'US', state: 'CA', postalCode: '02134-0001' };
  const asking = { payable: [2_000, 0, 300], place, isIncluded: false, taxCode: 'txcd_10501000' };
  const { calculationId, lines } = await payments.calculateTax(asking);
  expect(calculationId).toBe('taxcalc_1');
  expect(lines.map((parts) => parts.map(({ taxCents }) => taxCents))).toEqual([[120, 25], [], []]);
  expect(lines[0]?.[0]).toMatchObject({ name: 'California Sales Tax', state: 'CA', rateMillionths: 60_000 });
  const { params } = asked[0] as Asked;
  expect(params.get('customer_details[address][postal_code]')).toBe('02134-0001');
  expect([params.get('line_items[0][reference]'), params.get('line_items[1][reference]')]).toEqual([
    '0',
    '2',
  ]);
});
