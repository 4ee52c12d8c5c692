import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { toLean } from './lean-endpoints.ts';

const call = endpoint({
  method: 'GET',
  path: '/things/:id',
  access: 'public',
  tag: 'Things',
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
