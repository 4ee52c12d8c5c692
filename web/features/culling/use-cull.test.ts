import { expect, test } from 'vitest';
import type { PhotoAction } from '#contract/endpoints/culling.ts';
import { findLastAction } from './use-cull.ts';

const action = (key: string, can_undo = true) => ({ key, can_undo }) as PhotoAction;
const last = (listed: PhotoAction[], done?: PhotoAction, undoing?: string) =>
  findLastAction(listed, { cull: { data: done }, undo: { variables: undoing } });

test('undo takes the last action, also before the list of actions knows it', () => {
  expect(last([action('a')], action('b'))).toBe('b');
  expect(last([action('b'), action('a')], action('b'))).toBe('b');
  expect(last([])).toBeUndefined();
});

test('undo pressed twice takes two actions', () => {
  expect(last([action('a')], action('b'), 'b')).toBe('a');
  expect(last([action('b', false), action('a')], action('b'), 'b')).toBe('a');
});
