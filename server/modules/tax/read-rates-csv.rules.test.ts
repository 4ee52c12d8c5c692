import { describe, expect, test } from 'vitest';
import { readRatesCsv } from './read-rates-csv.rules.ts';

const HEADER = 'country,state,goods,name,rate_percent,from,to';
const read = (...lines: string[]) => readRatesCsv([HEADER, ...lines].join('\n'));

describe('an imported file', () => {
  test('is read with all its columns, also without last days', () => {
    const { rates, problems } = read(
      'us,mn,print,Minnesota sales tax,6.875,2026-01-01,',
      'GB,,Digital,"VAT, standard",20%,2026-01-01,2026-12-31',
    );
    expect(problems).toEqual([]);
    expect(rates).toEqual([
      {
        line: 2,
        rate: {
          country: 'US',
          state: 'MN',
          kind: 'print',
          name: 'Minnesota sales tax',
          rate_millionths: 68_750,
          from_day: '2026-01-01',
          to_day: null,
        },
      },
      { line: 3, rate: expect.objectContaining({ name: 'VAT, standard', to_day: '2026-12-31' }) },
    ]);
  });

  test('names every wrong line with what belongs there', () => {
    const { problems } = read(
      'USA,MN,print,Tax,6.875,2026-01-01,',
      'US,MN,posters,Tax,6.875,2026-01-01,',
      'US,MN,print,Tax,6.87512,2026-01-01,',
      'US,MN,print,Tax,6.875,1/1/2026,',
      'US,MN,print,Tax,6.875,2026-02-01,2026-01-01',
      'US,MN,print,,31,2026-01-01,',
      'US,MN,print,Tax,6,2026-01-01,',
      'US,MN,print,Tax,7,2026-01-01,',
    );
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 7, 9]);
    const words = problems.map(({ message }) => message).join('\n');
    expect(words).toContain('country: Enter two capital letters');
    expect(words).toContain('goods: enter digital, print or shipping');
    expect(words).toContain('rate_percent: enter a percentage');
    expect(words).toContain('from: enter a day');
    expect(words).toContain('to: The last day is before the first');
    expect(words).toContain('This is the same rate as line 8');
  });

  test.each([
    ['', 'There are no rates'],
    [HEADER, 'There are no rates'],
    ['country,name\nUS,Tax', 'The header lacks state, goods, rate_percent, from'],
    [`${HEADER}\nUS,MN,print,"Tax,6,2026-01-01,`, 'Check its quotes'],
  ])('%j is refused', (text, words) => {
    expect(readRatesCsv(text)).toMatchObject({
      rates: [],
      problems: [{ message: expect.stringContaining(words) }],
    });
  });
});
