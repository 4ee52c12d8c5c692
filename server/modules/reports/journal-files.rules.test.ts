import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalLine } from '#contract/endpoints/books.ts';
import {
  BOOK_ACCOUNT_KEYS,
  BOOK_ACCOUNT_NAME,
  BOOK_ACCOUNTS,
  splitAccountName,
} from '#contract/rules/books.ts';
import { sumCents } from '#contract/rules/money.ts';
import { addUpLines, type DatedDay, MAX_XERO_LINES, sidesOf, writeJournal } from './journal-files.rules.ts';

const lineOf = (
  account: JournalLine['account'],
  cents: number,
  name: string = BOOK_ACCOUNTS[account].name,
) => ({
  account,
  ...splitAccountName(name),
  ...sidesOf(cents),
});
const FRIDAY: DatedDay = {
  day: '2026-11-06',
  xeroTaxRate: 'Tax Exempt (0%)',
  lines: [
    lineOf('clearing', 1_942),
    lineOf('tax', -135),
    lineOf('sales', -1_995),
    lineOf('discounts', 100),
    lineOf('fees', 88),
  ],
};

test('the plain file has a row for each line, in dollars', () => {
  expect(writeJournal('csv', [FRIDAY])).toBe(
    'journal,date,account_number,account,debit,credit\r\n' +
      'ENC-20261106,2026-11-06,1050,Card clearing,19.42,\r\n' +
      'ENC-20261106,2026-11-06,2200,Sales tax payable,,1.35\r\n' +
      'ENC-20261106,2026-11-06,4000,Photo sales,,19.95\r\n' +
      'ENC-20261106,2026-11-06,4100,Discounts,1.00,\r\n' +
      'ENC-20261106,2026-11-06,6100,Card fees,0.88,\r\n',
  );
});

test('QuickBooks gets a journal number, American dates and the names of accounts', () => {
  const [heading, first] = writeJournal('quickbooks', [FRIDAY]).split('\r\n');
  expect(heading).toBe('JournalNo,JournalDate,AccountName,Debits,Credits,Description');
  expect(first).toBe('ENC-20261106,11/06/2026,Card clearing,19.42,,"Encore, 2026-11-06"');
});

test('Xero gets the columns of its template, numbers of accounts, and credits as negative amounts', () => {
  const [heading, first, second] = writeJournal('xero', [FRIDAY]).split('\r\n');
  expect(heading).toBe(
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  );
  expect(first).toBe('Encore ENC-20261106,06 Nov 2026,Card clearing,1050,Tax Exempt (0%),19.42,,,,');
  expect(second).toBe('Encore ENC-20261106,06 Nov 2026,Sales tax payable,2200,Tax Exempt (0%),-1.35,,,,');
});

test('a name that a spreadsheet would run is text in every file', () => {
  const name = '4000 =HYPERLINK("http://x")';
  expect(name).toMatch(BOOK_ACCOUNT_NAME);
  const days = [{ ...FRIDAY, lines: [lineOf('sales', 5, name), lineOf('bank', -5)] }];
  for (const format of ['csv', 'quickbooks', 'xero'] as const) {
    const cells = (parse(writeJournal(format, days)) as string[][]).flat();
    expect(cells).toContain(`'=HYPERLINK("http://x")`);
    expect(cells.filter((cell) => /^[=@]/.test(cell))).toEqual([]);
  }
});

test('more lines than Xero takes become one journal for each month', () => {
  const days = Array.from({ length: 61 }, (_, i) => ({
    ...FRIDAY,
    day: new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10),
  }));
  const rows = parse(writeJournal('xero', days), { from_line: 2 }) as string[][];
  expect(days.length * FRIDAY.lines.length).toBeGreaterThan(MAX_XERO_LINES);
  expect(rows).toHaveLength(2 * FRIDAY.lines.length);
  expect(rows[0]?.slice(1, 6)).toEqual([
    '31 Oct 2026',
    'Card clearing',
    '1050',
    'Tax Exempt (0%)',
    String((31 * 1_942) / 100),
  ]);
  expect(rows.at(-1)?.[1]).toBe('30 Nov 2026');
});

const cents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).filter((amount) => amount !== 0);
const account = fc.constantFrom(...BOOK_ACCOUNT_KEYS);
const balancedDay = fc
  .tuple(fc.uniqueArray(account.filter((one) => one !== 'bank')), fc.array(cents, { minLength: 13 }))
  .map(([accounts, amounts]) => {
    const lines = accounts.map((one, at) => lineOf(one, amounts[at] ?? 1));
    const rest = sumCents(lines.map(({ debit, credit }) => credit - debit));
    return rest === 0 ? lines : [...lines, lineOf('bank', rest)];
  });

test('whatever moved, every journal of every file has equal debits and credits, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(balancedDay, { maxLength: 60 }), (allLines) => {
      const days = allLines.map((lines, at) => ({
        ...FRIDAY,
        day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        lines,
      }));
      const wanted = addUpLines(allLines.flat()).map(({ name, debit, credit }) => [name, debit - credit]);
      for (const [format, toCents] of [
        ['csv', (row: string[]) => inCents(row[4]) - inCents(row[5])],
        ['quickbooks', (row: string[]) => inCents(row[3]) - inCents(row[4])],
        ['xero', (row: string[]) => inCents(row[5])],
      ] as const) {
        const rows = parse(writeJournal(format, days), { from_line: 2 }) as string[][];
        for (const own of Map.groupBy(rows, ([journal]) => journal).values()) {
          expect(sumCents(own.map(toCents))).toBe(0);
        }
        const nameAt = { csv: 3, quickbooks: 2, xero: 2 }[format];
        const found = Map.groupBy(rows, (row) => row[nameAt]);
        for (const [name, sum] of wanted) {
          expect(sumCents((found.get(String(name)) ?? []).map(toCents))).toBe(sum);
        }
      }
    }),
  );
});

const inCents = (dollars = '') => Math.round(Number(dollars) * 100);
