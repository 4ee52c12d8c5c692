import { expect, test, vi } from 'vitest';
import { fetchStatus, readStatus } from './status-report.ts';

test.each([
  ['{"message":"Downloads are slow","level":"warning"}', { message: 'Downloads are slow', level: 'warning' }],
  ['{"message":"  Back soon "}', { message: 'Back soon', level: 'info' }],
  ['{"message":"x","level":"apocalypse"}', { message: 'x', level: 'info' }],
  ['All photos of Sunday are late.', { message: 'All photos of Sunday are late.', level: 'info' }],
])('%j is shown', (answer, report) => {
  expect(readStatus(answer)).toEqual(report);
});

test.each([
  '',
  '  ',
  '{}',
  '{"message":""}',
  '{"message":7}',
  '[]',
  '[1',
  '{"mess',
  '<!doctype html><p>Hi',
  '42',
  'null',
])('%j is nothing to show', (answer) => {
  expect(readStatus(answer)).toBeNull();
});

test('a message ends after 300 characters', () => {
  expect(readStatus('x'.repeat(50_000))?.message).toHaveLength(300);
});

test('a service that does not answer within 600 ms, fails or is gone is silent', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  expect(await fetchStatus('https://status.example.test')).toBeNull();
  vi.stubGlobal('fetch', async () => new Response('{"message":"x"}', { status: 500 }));
  expect(await fetchStatus('https://status.example.test')).toBeNull();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await fetchStatus('https://status.example.test')).toBeNull();
});
