import type { SALE_MAIL_KINDS, SaleMailFigures } from '../endpoints/reminders.ts';
import { choiceFilter, defineList } from './list.ts';

export const SALE_MAIL_NAMES = {
  reminder: 'Reminder',
  last_days: 'Last days',
} as const satisfies Record<(typeof SALE_MAIL_KINDS)[number], string>;

export const saleMailList = defineList<SaleMailFigures>()({
  name: 'reminders',
  noun: 'event',
  prefix: 'reminders_',
  columns: {
    event_name: { label: 'Event', sort: 'asc', value: ({ event_name }) => event_name },
    start_date: { label: 'First day', sort: 'desc', value: ({ start_date }) => start_date },
    kind: { label: 'E-mail', value: ({ kind }) => SALE_MAIL_NAMES[kind] },
    sent: { label: 'Sent', sort: 'desc', value: ({ sent }) => sent },
    opened: { label: 'Opened', sort: 'desc', value: ({ opened }) => opened },
    bought: { label: 'Bought', sort: 'desc', value: ({ bought }) => bought },
    revenue: { label: 'Revenue', sort: 'desc', value: ({ revenue }) => revenue / 100 },
  },
  filters: {
    kind: choiceFilter({
      label: 'E-mail',
      all: 'All e-mails',
      options: SALE_MAIL_NAMES,
      of: ({ kind }) => kind,
    }),
  },
  defaultSort: 'start_date:desc',
});
