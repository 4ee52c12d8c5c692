import { expect, test } from 'vitest';
import { eventForm, timeZones, toEventValues } from './event-values.ts';

const values = {
  ...toEventValues(undefined),
  name: 'Grand Nationals',
  brand_name: 'Crown Series',
  start_date: '2026-11-14',
};

test('prices typed in dollars become whole cents', () => {
  const parsed = eventForm.parse({ ...values, share_price: '19.95', image_price: '4.99' });
  expect(parsed).toMatchObject({ share_price: 1995, image_price: 499 });
});

test('an event may have no prices', () => {
  expect(eventForm.parse(values)).toMatchObject({ share_price: null, image_price: null });
});

test.each([
  [{ share_price: 'ten' }, 'share_price', 'Enter an amount like 19.95'],
  [{ image_price: '4.99' }, 'share_price', 'Set a share price too'],
])('%j is refused under %s', (change, field, message) => {
  const [issue] = eventForm.safeParse({ ...values, ...change }).error?.issues ?? [];
  expect(issue).toMatchObject({ path: [field], message });
});

test('a zone the browser does not list is still offered', () => {
  expect(timeZones('Etc/Elsewhere')).toContain('Etc/Elsewhere');
  expect(timeZones('UTC')).toContain('America/Denver');
});
