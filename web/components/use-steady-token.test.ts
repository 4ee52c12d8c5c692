// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSteadyToken } from './photo.tsx';

afterEach(cleanup);

const render = (token: string | null) =>
  renderHook(({ shown }) => useSteadyToken('album/1', shown).token, { initialProps: { shown: token } });

test('a refreshed token does not load the picture again', () => {
  const { result, rerender } = render('a.7.t1.mac');
  rerender({ shown: 'b.7.t1.mac' });
  expect(result.current).toBe('a.7.t1.mac');
  rerender({ shown: null });
  expect(result.current).toBe('a.7.t1.mac');
});

test('a photo that was bought is loaded again without its watermark', () => {
  const { result, rerender } = render('a.7.t1.mac');
  rerender({ shown: 'b.7.c1.mac' });
  expect(result.current).toBe('b.7.c1.mac');
  rerender({ shown: 'c.7.c1.mac' });
  expect(result.current).toBe('b.7.c1.mac');
});
