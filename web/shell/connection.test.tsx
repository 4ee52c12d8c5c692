// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeErrorDialog, endRetries, reportFailure, reportRetry } from '#web/lib/api.ts';
import { ConnectionBanner } from './banners.tsx';
import { ErrorDialog } from './error-dialog.tsx';

const CALL = Symbol('call');
const RETRY = { statusCode: 503, message: 'Not ready', retry: 2, maxRetries: 4 };

afterEach(() => act(() => closeErrorDialog()));

test('every retry is shown and announced with its status code and message until its call goes through', () => {
  const { container } = render(<ConnectionBanner />);
  act(() => reportRetry(CALL, RETRY));
  expect(screen.getByText('Reconnecting, 2 of 4')).toBeTruthy();
  const line = container.querySelector('[aria-live=polite]');
  expect(line?.textContent).toBe('Reconnecting, 2 of 4Not ready Status 503');
  act(() => reportRetry(CALL, { ...RETRY, retry: 3, statusCode: 0, message: 'We can’t reach the site.' }));
  expect(line?.textContent).toBe('Reconnecting, 3 of 4We can’t reach the site. Status 0');
  act(() => endRetries(CALL));
  expect(screen.queryByText(/Reconnecting/)).toBeNull();
});

test('without a network the line says so, though calls are still repeated', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<ConnectionBanner />);
  act(() => reportRetry(CALL, RETRY));
  expect(screen.getByText(/You’re offline/)).toBeTruthy();
  expect(screen.queryByText(/Reconnecting/)).toBeNull();
  act(() => endRetries(CALL));
  isOnline.mockRestore();
});

test('giving up opens the error dialog with status code and message, until it is closed', async () => {
  render(<ErrorDialog />);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => reportFailure(CALL, { statusCode: 503, message: 'Not ready' }));
  const dialog = await screen.findByRole('dialog', { name: 'We can’t reach the site' });
  expect(dialog.textContent).toContain('Not ready Status 503');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  act(() => endRetries(CALL));
  expect(screen.getByRole('dialog')).toBeTruthy();
  fireEvent.click(screen.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
