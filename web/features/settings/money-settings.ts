import { BOOK_ACCOUNT_KEYS, BOOK_ACCOUNTS } from '#contract/rules/books.ts';
import { always, choice, count, dollars, percent, type SettingGroup, text } from './setting-fields.ts';

const TAX_SOURCE_NAMES = {
  flat: 'None, or one rate for everybody',
  table: 'Rate table',
  stripe: 'Stripe Tax',
};

export const PRICE_SETTINGS: SettingGroup = {
  id: 'prices',
  title: 'Prices and tax',
  intro: 'Applies to new orders. Open orders keep their prices.',
  fields: [
    dollars('image_price', {
      label: 'Price of one photo, in dollars',
      hint: 'Used for events without their own photo price.',
      ask: always('Applies to new orders immediately. Open orders keep their price.'),
    }),
    choice('tax_source', {
      label: 'Where tax comes from',
      hint: 'With one rate for everybody, 0 means no tax. The other choices ask customers for a ZIP code.',
      options: TAX_SOURCE_NAMES,
      ask: always('Applies to all new orders.'),
    }),
    percent('tax_rate_basis_points', {
      label: 'Tax rate for everybody, in percent',
      hint: 'Used with one rate for everybody. 0 turns tax off.',
      ask: always('Applies to all new orders.'),
    }),
    text('tax_name', {
      label: 'Name of the tax',
      hint: 'Shown on receipts.',
      maxLength: 40,
    }),
    text('tax_country', {
      label: 'Home country',
      hint: 'Two-letter code, like US. It comes first at checkout.',
    }),
    text('tax_included_countries', {
      label: 'Countries whose prices include tax',
      hint: 'Country codes separated by commas, like GB, DE. Elsewhere, tax is added to the price.',
      ask: always('Prices stay the same there, and the tax is taken out of them.'),
    }),
    text('stripe_tax_code', {
      label: 'Tax code for Stripe Tax',
      hint: 'Stripe’s tax code for what you sell. txcd_10000000 is digital goods.',
    }),
  ],
};

export const EARNING_SETTINGS: SettingGroup = {
  id: 'earnings',
  title: 'Photographers and producers',
  intro: 'Their share of photo sales, after refunds.',
  fields: [
    percent('commission_rate_basis_points', {
      label: 'Photographers’ commission, in percent',
      hint: 'For new photographers, and for names that are not on the roster.',
      ask: always('Applies to sales from now on. Earlier sales keep their rate.'),
    }),
    percent('producer_share_basis_points', {
      label: 'Producers’ share, in percent',
      hint: 'Used for events without their own share.',
      ask: always('Applies to all events without their own share, including past events.'),
    }),
    count('payout_hold_days', {
      label: 'Days until a share can be paid',
      hint: 'Counted from the sale, so early refunds are deducted first. 0 to 120.',
    }),
    dollars('payout_minimum_cents', {
      label: 'Smallest scheduled transfer',
      hint: 'Smaller amounts carry over. You can still pay them by hand.',
    }),
    choice('payout_schedule', {
      label: 'Transfers go out',
      hint: 'To payees with a connected bank account.',
      options: {
        manual: 'Only when you pay',
        weekly: 'Every Friday',
        monthly: 'On the first of the month',
      },
    }),
  ],
};

export const BOOK_SETTINGS: SettingGroup = {
  id: 'books',
  title: 'Books',
  intro:
    'Number and name of each account, as in your bookkeeping program. QuickBooks matches the name, Xero the number. Closed months keep the names they were closed with.',
  fields: [
    ...BOOK_ACCOUNT_KEYS.map((account) =>
      text(`account_${account}`, {
        label: BOOK_ACCOUNTS[account].label,
      }),
    ),
    text('xero_tax_rate', {
      label: 'Xero tax rate for journal lines',
      hint: 'The name of your 0% tax rate in Xero. Collected tax goes to its own account.',
      maxLength: 60,
    }),
  ],
};
