// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cullingEndpoints, type PhotoAction } from '#contract/endpoints/culling.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answer, answerCalls, bodiesSentTo } from '#web/testing/answers.ts';
import { findLastAction, useCull } from './use-cull.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

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

test('an action is sent when the one before was answered, so that the server has them in order', async () => {
  const answered: (() => void)[] = [];
  const fetches = answerCalls(
    answer(cullingEndpoints.cullPhotos, async ({ body }) => {
      await new Promise<void>((resolve) => answered.push(resolve));
      return { ...action(body.key), action: 'reject', photos: body.images.length } as PhotoAction;
    }),
  );
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  const { result } = renderHook(() => useCull(7), { wrapper });
  const keys = ['a', 'b'];
  act(() => {
    for (const key of keys) result.current.cull.mutate({ key, action: 'reject', images: [1] });
  });
  const sent = () => bodiesSentTo(fetches, cullingEndpoints.cullPhotos).map(({ key }) => key);
  await waitFor(() => expect(answered).toHaveLength(1));
  expect(sent()).toEqual(['a']);
  act(() => answered[0]?.());
  await waitFor(() => expect(sent()).toEqual(keys));
  act(() => answered[1]?.());
  await waitFor(() => expect(result.current.cull.data?.key).toBe('b'));
});
