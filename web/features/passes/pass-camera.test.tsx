// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LastPhoto } from './pass-camera.tsx';

test('the last photo grows older, although nothing new arrives', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-14T15:00:04Z') });
  render(<LastPhoto at="2026-11-14T15:00:00Z" />);
  expect(screen.getByText('Last photo 4 seconds ago')).toBeDefined();
  act(() => void vi.advanceTimersByTime(3 * 60_000));
  expect(screen.getByText('Last photo 3 minutes ago')).toBeDefined();
});
