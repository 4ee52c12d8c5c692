// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_FAILED, lazyPart, withChunkTimeout } from './lazy-part.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

const Help = () => <p>How can we help?</p>;

const Broken = (): ReactNode => {
  throw new Error('Broken');
};

class Page extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return <div>{this.state.hasFailed ? 'Something went wrong' : this.props.children}</div>;
  }
}

test('a dialog that cannot load leaves the page as it is, and opens when the connection is back', async () => {
  let isOffline = true;
  const Dialog = lazyPart(async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return { Help };
  }, 'Help');
  render(
    <Page>
      Page
      <Dialog />
    </Page>,
  );
  await act(async () => undefined);
  expect(screen.getByText('Page')).toBeTruthy();
  isOffline = false;
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('How can we help?')).toBeTruthy();
});

test('a dialog that fails while it is shown is an error of the page', async () => {
  const Dialog = lazyPart(async () => ({ Broken }), 'Broken');
  render(
    <Page>
      <Dialog />
    </Page>,
  );
  expect(await screen.findByText('Something went wrong')).toBeTruthy();
});

test('a chunk that has not come after 120 seconds fails', async () => {
  vi.useFakeTimers();
  const loaded = vi.fn();
  const failed = vi.fn();
  withChunkTimeout(() => new Promise(() => {}))().then(loaded, failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: CHUNK_FAILED }));
  expect(loaded).not.toHaveBeenCalled();
});

test('a chunk that comes in time is handed on, one that breaks is named', async () => {
  await expect(withChunkTimeout(async () => 'page')()).resolves.toBe('page');
  const broken = withChunkTimeout(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(broken()).rejects.toThrow(CHUNK_FAILED);
});
