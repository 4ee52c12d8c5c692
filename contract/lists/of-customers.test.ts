import { expect, test } from 'vitest';
import { csvHeading } from './csv.ts';
import { listFor, rowFor } from './of-customers.ts';
import { paymentCaseList } from './payouts.ts';
import { reportRowList } from './report-rows.ts';

const FINANCE = { role: 'finance' } as const;
const TRUSTED = { role: 'finance', permissions: ['customers'] } as const;
const ROW = { customer: 7, customer_name: 'Ana', order: 12 };

test('rows and columns say who the customer is only to those who may see customers', () => {
  expect(rowFor(FINANCE, ROW)).toEqual({ customer: null, customer_name: null, order: 12 });
  expect(csvHeading(listFor(FINANCE, paymentCaseList).columns)).toBe('since,trouble,order,amount\r\n');
  for (const reader of [TRUSTED, { role: 'analyst' } as const]) {
    expect(rowFor(reader, ROW)).toBe(ROW);
    expect(listFor(reader, reportRowList)).toBe(reportRowList);
  }
});

test('a search that leaves customers out does not offer them', () => {
  expect(listFor(FINANCE, reportRowList).filters.q.placeholder).toBe('Album, event or order');
  expect(listFor(FINANCE, paymentCaseList).filters.trouble).toBe(paymentCaseList.filters.trouble);
});
