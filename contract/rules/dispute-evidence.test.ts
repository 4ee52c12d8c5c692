import { expect, test } from 'vitest';
import { EVIDENCE_PARTS, evidenceStatus, fitEvidence } from './dispute-evidence.ts';

const now = new Date('2026-11-16T12:00:00Z');
const later = new Date('2026-11-17T12:00:00Z');
const waiting = { isOpen: true, needsResponse: true, dueBy: later, sending: undefined };

test.each([
  ['a bank that waits', waiting, 'needed'],
  ['a bank that names no date', { ...waiting, dueBy: null }, 'needed'],
  ['the last moment', { ...waiting, dueBy: now }, 'late'],
  ['a bank that takes no evidence', { ...waiting, needsResponse: false }, 'closed'],
  ['a decided dispute', { ...waiting, isOpen: false }, 'closed'],
  ['evidence on its way', { ...waiting, sending: 'sending' as const }, 'sending'],
  ['evidence of a decided dispute', { ...waiting, isOpen: false, sending: 'sent' as const }, 'sent'],
  ['evidence that was refused', { ...waiting, sending: 'refused' as const }, 'needed'],
])('%s', (_name, facts, status) => {
  expect(evidenceStatus(facts, now)).toBe(status);
});

test('evidence stays within the limits of the provider, cut at the end of a line', () => {
  const line = `${'x'.repeat(99)}\n`;
  const long = line.repeat(5_000);
  const fitted = fitEvidence(Object.fromEntries(EVIDENCE_PARTS.map((part) => [part, long])));
  const texts = Object.values(fitted);
  expect(texts).toHaveLength(EVIDENCE_PARTS.length);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(20_000);
  expect(texts.join('').length).toBeLessThanOrEqual(150_000);
  expect(texts[0]?.endsWith(`${'x'.repeat(99)}\n(shortened)`)).toBe(true);
});

test('parts about which nothing is known are left out', () => {
  expect(fitEvidence({ customer_name: 'Ann', customer_purchase_ip: '', service_date: ' ' })).toEqual({
    customer_name: 'Ann',
  });
});
