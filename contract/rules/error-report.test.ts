import { describe, expect, test } from 'vitest';
import { envelopeAddress, framesOf, hideSecrets, writeEnvelope } from './error-report.ts';

test.each([
  ['https://abc123@errors.example.test/7', 'https://errors.example.test/api/7/envelope/'],
  ['http://abc123@127.0.0.1:9000/sub/42', 'http://127.0.0.1:9000/sub/api/42/envelope/'],
])('%s is reached at %s with its key', (dsn, address) => {
  expect(envelopeAddress(dsn)).toBe(`${address}?sentry_version=7&sentry_key=abc123`);
});

test.each(['', 'nonsense', 'https://errors.example.test/7', 'ftp://abc@x.test/7'])('%j is no DSN', (dsn) => {
  expect(envelopeAddress(dsn)).toBeUndefined();
});

describe('a report', () => {
  test.each([
    ['mail to riley.parent+1@example.co.uk failed', 'mail to [email] failed'],
    ['GET /images/a/b?auth=k2j3.7.p.x was 403', 'GET /images/a/b?[hidden] was 403'],
    ['no order /checkout/Zk3mX9aQ1bT7cV5nR2pL8sW4dY6fH0jK', 'no order /checkout/[token]'],
    ['at /cockpit/abcdefghijklmnop_qrs-tuvw', 'at /cockpit/[token]'],
    ['Bearer eyJhbGciOi.abc.def refused', 'Bearer [token] refused'],
    ['eyJhbGciOiJIUzI1NiJ9abcdef12345.eyJzdWIiOiI3In0.c2lnbmF0dXJl', '[token]'],
    ['card 4242 4242 4242 4242 declined', 'card [number] declined'],
    ['call +1 (303) 555-0142 please', 'call [number] please'],
  ])('hides %j as %j', (text, hidden) => {
    expect(hideSecrets(text)).toBe(hidden);
  });

  test('leaves other text unchanged', () => {
    const text = "Cannot read properties of undefined (reading 'performance_order') at row 42";
    expect(hideSecrets(text)).toBe(text);
  });
});

test('stacks of all browsers and of Node become frames, oldest first', () => {
  const v8 = [
    'TypeError: x',
    '    at draw (https://encore.test/assets/index-B1.js?v=2:10:20)',
    '    at async https://encore.test/assets/main-A2.js:1:2',
    '    at run (node:internal/process:1:2)',
  ].join('\n');
  expect(framesOf(v8)).toEqual([
    { function: 'run', filename: 'node:internal/process', lineno: 1, colno: 2, in_app: false },
    { filename: 'https://encore.test/assets/main-A2.js', lineno: 1, colno: 2, in_app: true },
    {
      function: 'draw',
      filename: 'https://encore.test/assets/index-B1.js',
      lineno: 10,
      colno: 20,
      in_app: true,
    },
  ]);
  expect(framesOf('draw@https://encore.test/assets/index-B1.js:10:20\n')).toHaveLength(1);
  expect(framesOf('')).toEqual([]);
});

test('an envelope identifies the account only by its id', () => {
  const lines = writeEnvelope({
    eventId: 'a'.repeat(32),
    at: new Date('2026-11-14T18:00:00Z'),
    error: new RangeError('no such page for riley@example.test'),
    platform: 'node',
    release: '1.2.3',
    userId: 7,
    tags: { route: '/albums/:id' },
  }).split('\n');
  const event = JSON.parse(lines[2] ?? '');
  expect(lines).toHaveLength(4);
  expect(event).toMatchObject({
    release: 'encore@1.2.3',
    user: { id: '7' },
    tags: { route: '/albums/:id' },
    exception: { values: [{ type: 'RangeError', value: 'no such page for [email]' }] },
  });
  expect(lines.join('')).not.toContain('riley');
});
