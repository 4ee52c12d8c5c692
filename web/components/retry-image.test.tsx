// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { retryImage } from './retry-image.ts';

beforeEach(() => void vi.useFakeTimers());

test('a preview that was refused is asked for again, later each time, and not for ever', () => {
  const { container } = render(<img alt="" src="/1.preview" onError={retryImage} />);
  const picture = container.querySelector('img') as HTMLImageElement;
  const asked = vi.spyOn(picture, 'src', 'set');
  for (let failed = 0; failed < 10; failed++) {
    fireEvent.error(picture);
    vi.advanceTimersByTime(10_000);
  }
  expect(asked).toHaveBeenCalledTimes(6);
});

test('a preview that was turned away from is not asked for again', () => {
  const { container, rerender } = render(<img alt="" src="/1.preview" onError={retryImage} />);
  const picture = container.querySelector('img') as HTMLImageElement;
  fireEvent.error(picture);
  rerender(<img alt="" src="/2.preview" onError={retryImage} />);
  const asked = vi.spyOn(picture, 'src', 'set');
  vi.advanceTimersByTime(10_000);
  expect(asked).not.toHaveBeenCalled();
});
