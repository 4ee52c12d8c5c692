import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Db } from './database.ts';
import type { ErrorFields } from './objects.ts';

/** One request or one due task, with its transaction and its time. */
export type Call = {
  tx: Db;
  now: Date;
  requestId: string | null;
  idempotencyKey: string | null;
  browserUrl: string;
  /** The payment stays `processing` for a few seconds. */
  settlesSlowly: boolean;
};

/** Operations carry the SDK's names because tests inject faults by name. */
export type Operation = {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  run(call: Call, input: { id: string; raw: FormValue }): Promise<object>;
};

export function operation<Schema extends z.ZodType>(
  name: string,
  method: Operation['method'],
  path: string,
  params: Schema,
  run: (call: Call, params: z.output<Schema>, id: string) => Promise<object>,
): Operation {
  return { name, method, path, run: (call, { id, raw }) => run(call, readParams(params, raw), id) };
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

export function secondsFrom(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

type ErrorOptions = {
  /** A declined card is recorded, so its writes stay although the call fails. */
  keepsWork?: boolean;
  /** The provider does not store refusals of malformed requests under the idempotency key. */
  isRemembered?: boolean;
};

export class SandboxError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;
  readonly keepsWork: boolean;
  readonly isRemembered: boolean;

  constructor(status: number, fields: ErrorFields, options: ErrorOptions = {}) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.keepsWork = options.keepsWork ?? false;
    this.isRemembered = options.isRemembered ?? true;
  }
}

export function invalidRequest(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(
    400,
    { ...fields, type: 'invalid_request_error', message },
    { isRemembered: false },
  );
}

export function unexpectedState(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(400, { ...fields, type: 'invalid_request_error', message });
}

export function noSuchObject(kind: string, id: string): SandboxError {
  return new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });
}

export function cardError(fields: Omit<ErrorFields, 'type'>, options: ErrorOptions = {}): SandboxError {
  return new SandboxError(402, { ...fields, type: 'card_error' }, options);
}

export function describeDecline({ code, declineCode, message }: Decline): ErrorFields {
  return { type: 'card_error', code, ...(declineCode ? { decline_code: declineCode } : {}), message };
}

export function refuseCard(decline: Decline, related: Partial<ErrorFields> = {}): SandboxError {
  return cardError({ ...describeDecline(decline), ...related }, { keepsWork: true });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** A browser that holds the secret may read this one intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** Accepts only parameter names of the SDK's own type, so the compiler finds a renamed parameter. */
export function paramsFor<Params>() {
  return <Shape extends Partial<Record<keyof Params, z.ZodType>>>(
    shape: Shape & { [Name in Exclude<keyof Shape, keyof Params>]: never },
  ) => z.strictObject(shape as Shape);
}

export const text = z.string().min(1).max(5000);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const integer = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
export const positiveInteger = integer.refine((value) => value > 0);
export const metadata = z.record(z.string().min(1).max(40), z.string().max(500));
export const none = z.strictObject({});

export const pageShape = {
  limit: integer.refine((value) => value >= 1 && value <= 100).optional(),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer, lt: integer.optional() }).optional(),
};

export type PageParams = z.output<z.ZodObject<typeof pageShape>>;

export function readParams<Schema extends z.ZodType>(schema: Schema, raw: FormValue): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const names = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])];
  const param = names.map((name, index) => (index === 0 ? String(name) : `[${String(name)}]`)).join('');
  throw invalidRequest(`Invalid parameter ${param}: ${issue?.message}`, { param });
}

/** In a form, `card[number]=…` is nested, and `expand[]=…` and `expand[0]=…` are lists. */
export type FormTree = { [key: string]: FormValue };
export type FormValue = string | FormTree | FormValue[];

const MAX_DEPTH = 8;
const MAX_PAIRS = 1000;

export function parseForm(text: string): FormTree {
  const root: FormTree = Object.create(null);
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > MAX_PAIRS || value.includes('\u0000')) throw invalidRequest('Invalid request body.');
    place(root, splitName(name), value);
  }
  return toLists(root) as FormTree;
}

function splitName(name: string): string[] {
  const [, head, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || rest === undefined) throw invalidRequest(`Invalid parameter name: ${name}`);
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter nested too deeply: ${name}`);
  return path;
}

function place(root: FormTree, path: string[], value: string): void {
  let tree = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(tree).length) : part;
    if (depth === path.length - 1) {
      tree[key] = value;
      return;
    }
    const next = tree[key];
    if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${path[0]}`);
    tree = (next as FormTree | undefined) ?? grow(tree, key);
  }
}

function grow(tree: FormTree, key: string): FormTree {
  const branch: FormTree = Object.create(null);
  tree[key] = branch;
  return branch;
}

function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList
    ? entries.map(([, inner]) => inner)
    : Object.assign(Object.create(null), Object.fromEntries(entries));
}

export type Decline = {
  code: 'authentication_required' | 'card_declined' | 'expired_card' | 'incorrect_cvc';
  declineCode?: string;
  message: string;
};

export const DECLINES = {
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  generic_decline: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
} satisfies Record<string, Decline>;
