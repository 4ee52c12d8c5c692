import { expect, test } from 'vitest';
import { timeZoneName, timeZoneOf } from './time-zones.ts';

test.each([
  ['Denver', 'CO', 'Mountain Time'],
  ['dallas', 'texas', 'Central Time'],
  ['El Paso', 'TX', 'Mountain Time'],
  ['Orlando', 'Florida', 'Eastern Time'],
  ['PENSACOLA', ' fl ', 'Central Time'],
  ['Nashville', 'TN', 'Central Time'],
  ['Knoxville', 'TN', 'Eastern Time'],
  ['Coeur d’Alene', 'ID', 'Pacific Time'],
  ["Coeur d'Alene", 'Idaho', 'Pacific Time'],
  ['Phoenix', 'AZ', 'Arizona Time'],
  ['Washington', 'D.C.', 'Eastern Time'],
  ['Charleston', 'West Virginia', 'Eastern Time'],
  ['Honolulu', 'HI', 'Hawaii Time'],
])('%s in %s is on %s', (city, state, name) => {
  expect(timeZoneName(timeZoneOf({ city, state }) ?? 'UTC')).toBe(name);
});

test('places elsewhere are chosen by hand, and every zone has a name', () => {
  expect(timeZoneOf({ city: 'Toronto', state: 'Ontario' })).toBeUndefined();
  expect(timeZoneOf({ city: 'Denver', state: '' })).toBeUndefined();
  expect(timeZoneName('America/Toronto')).toBe('Eastern Time (Toronto)');
  for (const zone of Intl.supportedValuesOf('timeZone'))
    expect(timeZoneName(zone)).not.toContain('undefined');
});

test('all fifty states and the capital have a zone', () => {
  const codes =
    `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND
    OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY`.split(/\s+/);
  expect(codes).toHaveLength(51);
  for (const state of codes) expect(timeZoneOf({ city: '', state }), state).toBeDefined();
});
