import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { markPure, toLean } from './lean-endpoints.ts';

const endpoint = endpointsOf('Things');

const call = endpoint('GET /things/:id', {
  access: 'public',
  summary: 'A thing',
  params: z.strictObject({ id: z.string() }),
  response: z.object({ id: z.string() }),
  spends: true,
});
const lean = { method: 'GET', path: '/things/:id', spends: true };

test('the browser gets how a call is sent, and no schema', () => {
  expect(toLean({ call })).toEqual({ call: lean });
});

test('groups within groups are lean too', () => {
  expect(toLean({ list: { page: call, count: call } })).toEqual({ list: { page: lean, count: lean } });
});

test.each([
  ['a schema', z.object({ a: z.string() })],
  ['a constant', 20],
  ['a list', [{ name: 'public-read' }]],
  ['an object that is no group', { call, most: 3 }],
  ['nothing', {}],
])('%s is not a group of endpoints', (_, value) => {
  expect(toLean(value)).toBeUndefined();
});

test('every call of a group is there', () => {
  expect(Object.keys(toLean(posterEndpoints) ?? {})).toEqual(Object.keys(posterEndpoints));
});

const marked = (code: string) =>
  markPure(code, parseSync('contract.ts', code, { lang: 'ts' }).program.body as never);

test('a constant that a call makes can be dropped, and has the same value', () => {
  expect(
    marked('export const one = other.extend({ a: text(1) });\nconst two = { a: make() } as const;'),
  ).toBe(
    'export const one = /* @__PURE__ */ (() => (other.extend({ a: text(1) })))();\nconst two = /* @__PURE__ */ (() => ({ a: make() } as const))();',
  );
});

test.each([
  'export const MOST = 20;',
  'export const NAMES = { a: 1 };',
  'export const add = (a: number) => make(a);',
  'export function make(): void { call(); }',
  'export type A = { b(): void };',
])('%s stays as it is', (code) => {
  expect(marked(code)).toBe(code);
});
