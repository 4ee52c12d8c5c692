import { expect, test } from 'vitest';
import type { ScraperRow } from '#contract/entities/staff-rows.ts';
import { describeActivity, nameNeighbors } from './operations.ts';

const row = (part: Partial<ScraperRow>) => part as ScraperRow;

test('an unusual count stands beside a typical one only where that is lower', () => {
  const why: ScraperRow['why'] = [
    { act: 'previews', count: 1_200, typical: 35 },
    { act: 'albums', count: 9, typical: 9 },
  ];
  expect(describeActivity(row({ why }))).toBe(
    'Saw 1,200 photos in a day; a typical family sees 35. Opened 9 albums in a day',
  );
});

test('accounts in the same arena are not said to be on the same device', () => {
  const shares_with: ScraperRow['shares_with'] = [
    { id: 1, name: 'Sample Parent', by: 'device' },
    { id: 2, name: 'Other Parent', by: 'address' },
  ];
  expect(nameNeighbors(row({ shares_with }))).toBe('Sample Parent (device), Other Parent (network)');
});
