import { showBalanceTransaction } from './balance-transactions.ts';
import type { Call } from './call.ts';
import { invalidRequest } from './errors.ts';
import { getObject, type Kind, objectsOf } from './store.ts';

const MAX_DEPTH = 4;
const KIND_OF_PREFIX: Record<string, Kind> = {
  ch: 'charge',
  cus: 'customer',
  du: 'dispute',
  pi: 'payment_intent',
  pm: 'payment_method',
  re: 'refund',
  seti: 'setup_intent',
  txn: 'balance_transaction',
};
/** Fields of the SDK's types that hold an id or the object. */
const EXPANDABLE = new Set([
  'balance_transaction',
  'charge',
  'customer',
  'default_payment_method',
  'failure_balance_transaction',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'source',
]);

type Tree = Record<string, unknown>;

export async function expandAnswer(call: Call, answer: object, paths: string[]): Promise<object> {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > MAX_DEPTH + 1) throw invalidRequest(`Expand depth is limited to ${MAX_DEPTH}.`);
    await expandPath(call, copy, parts);
  }
  return copy;
}

async function expandPath(call: Call, node: unknown, [field, ...rest]: string[]): Promise<void> {
  if (field === undefined || node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) await expandPath(call, one, [field, ...rest]);
    return;
  }
  const tree = node as Tree;
  if (field === 'refunds' && tree.object === 'charge') tree.refunds = await refundsOf(call, tree);
  const value = tree[field];
  const isPlain = value === null || typeof value !== 'object';
  if (value === undefined || (isPlain && !EXPANDABLE.has(field))) {
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
  }
  if (typeof value === 'string') tree[field] = await load(call, value);
  await expandPath(call, tree[field], rest);
}

async function load(call: Call, id: string): Promise<object> {
  const kind = KIND_OF_PREFIX[id.split('_', 1)[0] ?? ''];
  if (!kind) throw invalidRequest(`This property cannot be expanded (${id}).`, { param: 'expand' });
  if (kind === 'balance_transaction') {
    return showBalanceTransaction((await getObject(call.tx, kind, id)).body, call.now);
  }
  return (await getObject(call.tx, kind, id)).body;
}

async function refundsOf(call: Call, charge: Tree) {
  const refunds = await objectsOf(call.tx, 'refund', 'charge', String(charge.id));
  return {
    object: 'list',
    data: refunds.map((refund) => refund.body).reverse(),
    has_more: false,
    url: `/v1/charges/${charge.id}/refunds`,
  };
}
