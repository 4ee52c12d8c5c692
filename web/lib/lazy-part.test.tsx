// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
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
