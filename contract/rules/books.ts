// The accounts of the journal. What staff call them is a setting; the order here is that of a chart of accounts.

type BookAccountTerms = { name: string; label: string };

export const BOOK_ACCOUNTS = {
  bank: { name: '1010 Card payouts in transit', label: 'Payouts to the bank' },
  clearing: { name: '1050 Card clearing', label: 'Money at the card provider' },
  payments: { name: '1060 Payments to payees in transit', label: 'Paid to payees by file or hand' },
  tax: { name: '2200 Sales tax payable', label: 'Tax collected' },
  payables: { name: '2300 Payees payable', label: 'Owed to photographers and other payees' },
  gifts: { name: '2400 Undelivered gifts', label: 'Gifts that wait for their recipient' },
  sales: { name: '4000 Photo sales', label: 'Sales before discounts' },
  discounts: { name: '4100 Discounts', label: 'Discounts' },
  refunds: { name: '4200 Refunds', label: 'Refunds' },
  disputes: { name: '4300 Disputed payments', label: 'Disputed payments' },
  commissions: { name: '5000 Commissions', label: 'Commissions earned' },
  fees: { name: '6100 Card fees', label: 'Card fees' },
  dispute_fees: { name: '6110 Dispute fees', label: 'Dispute fees' },
  other: { name: '6900 Other card provider movements', label: 'Other movements at the card provider' },
} as const satisfies Record<string, BookAccountTerms>;

export type BookAccount = keyof typeof BOOK_ACCOUNTS;
export const BOOK_ACCOUNT_KEYS = Object.keys(BOOK_ACCOUNTS) as BookAccount[];

/** A number without spaces, a space, and a name: QuickBooks knows accounts by name, Xero by number. */
export const BOOK_ACCOUNT_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,9} [^\s\p{Cc}][^\p{Cc}]{0,78}$/u;

export function splitAccountName(name: string): { number: string; name: string } {
  const space = name.indexOf(' ');
  return { number: name.slice(0, space), name: name.slice(space + 1) };
}

/** Xero requires a tax rate on every line, although tax has its own line. */
export const XERO_TAX_RATE = 'Tax Exempt (0%)';

export const JOURNAL_FORMATS = {
  csv: 'Plain CSV',
  quickbooks: 'QuickBooks',
  xero: 'Xero',
} as const;
export type JournalFormat = keyof typeof JOURNAL_FORMATS;

export const MAX_JOURNAL_DAYS = 366;
