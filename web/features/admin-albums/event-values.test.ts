import { expect, test } from 'vitest';
import { eventForm, timeZones, toEventValues } from './event-form.ts';

const values = {
  ...toEventValues(undefined),
  name: 'Grand Nationals',
  brand_name: 'Crown Series',
  start_date: '2026-11-14',
  last_date: '2026-11-15',
};

test('prices typed in dollars become whole cents', () => {
  const parsed = eventForm.parse({ ...values, album_price: '139.65', image_price: '4.99' });
  expect(parsed).toMatchObject({ album_price: 13_965, image_price: 499 });
});

test('a share typed in percent becomes hundredths of a percent, and none is the share of the site', () => {
  const shareOf = (text: string) =>
    eventForm.parse({ ...values, producer_share_basis_points: text }).producer_share_basis_points;
  expect(['12.5', '100', '0', ''].map(shareOf)).toEqual([1250, 10_000, 0, null]);
});

test('an event does not end before it begins', () => {
  const refused = eventForm.safeParse({ ...values, last_date: '2026-11-13' });
  expect(refused.error?.issues).toMatchObject([{ path: ['last_date'] }]);
});

test('photos are on sale until the last day of the event or longer, or without end', () => {
  const until = (archive_date: string) => eventForm.safeParse({ ...values, archive_date });
  expect(until('').data?.archive_date).toBeNull();
  expect(until('2026-11-15').data?.archive_date).toBe('2026-11-15');
  expect(until('2026-11-14').error?.issues).toMatchObject([{ path: ['archive_date'] }]);
});

test('an event may have no prices', () => {
  expect(eventForm.parse(values)).toMatchObject({ album_price: null, image_price: null });
});

test.each([
  [{ album_price: 'ten' }, 'album_price', 'Enter an amount like 19.95'],
  [
    { producer_share_basis_points: '100.01' },
    'producer_share_basis_points',
    'Enter a percentage from 0 to 100, like 12.5',
  ],
  [{ image_price: '4.99' }, 'album_price', 'Set an album price too'],
])('%j is refused under %s', (change, field, message) => {
  const [issue] = eventForm.safeParse({ ...values, ...change }).error?.issues ?? [];
  expect(issue).toMatchObject({ path: [field], message });
});

test('a zone the browser does not list is still offered', () => {
  expect(timeZones('Etc/Elsewhere')).toContain('Etc/Elsewhere');
  expect(timeZones('UTC')).toContain('America/Denver');
});
