import { z } from 'zod';
import type { ReportRow } from '#contract/entities/staff-rows.ts';
import { isoDate, timeZone } from '../primitives.ts';
import { choiceFilter, defineList, idFilter, openChoiceFilter, searchFilter } from './list.ts';

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

export const PRODUCT_LABELS = { album: 'Albums', image: 'Single photos' } as const;

/** Set by the page and not by the toolbar. */
const hidden = <Schema extends z.ZodType>(schema: () => Schema) => ({
  schema,
  control: 'none' as const,
  label: '',
});

/** Every ledger movement by order line: the rows behind the sales report. */
export const reportRowList = defineList<ReportRow>()({
  name: 'report-rows',
  noun: 'row',
  namesCustomers: true,
  columns: {
    time: { label: 'Time', sort: 'desc', value: ({ at }) => at },
    kind: { label: 'Kind', value: ({ kind }) => kind },
    album: { label: 'Item', value: ({ album_name }) => album_name },
    event: { label: 'Event', value: ({ event_name }) => event_name },
    customer_name: { label: 'Customer', value: ({ customer_name }) => customer_name },
    order: { label: 'Order', value: ({ order }) => order },
    amount: { label: 'Amount', sort: 'desc', cents: ({ amount }) => amount },
    line: { label: 'Line', isHidden: true, value: ({ line }) => line },
    product: { label: 'Product', isHidden: true, value: ({ product }) => product },
    brand: { label: 'Brand', isHidden: true, value: ({ brand }) => brand },
    customer: { label: 'Customer number', isHidden: true, value: ({ customer }) => customer },
    pool: { label: 'Group order', isHidden: true, value: ({ pool }) => yesOrNo(pool) },
    by_face: { label: 'Found by face', isHidden: true, value: ({ facial }) => yesOrNo(facial) },
    coupon: { label: 'Coupon', isHidden: true, value: ({ coupon }) => coupon },
  },
  filters: {
    q: searchFilter({
      label: 'Find rows',
      placeholder: 'Customer, album, event or order',
      withoutCustomers: 'Album, event or order',
    }),
    kind: choiceFilter({
      label: 'Kind',
      all: 'All kinds',
      options: { charge: 'Sales', refund: 'Refunds', dispute: 'Disputes', fee: 'Fees' },
    }),
    product: choiceFilter({ label: 'Product', all: 'All products', options: PRODUCT_LABELS }),
    pool: choiceFilter({
      label: 'Group orders',
      all: 'Group and single orders',
      options: { yes: 'Group orders', no: 'Single orders' },
    }),
    facial: choiceFilter({
      label: 'Found by face',
      all: 'Found by face or not',
      options: { yes: 'Found by face', no: 'Not found by face' },
    }),
    coupon: choiceFilter({
      label: 'Coupons',
      all: 'With or without coupon',
      options: { yes: 'With a coupon', no: 'Without a coupon' },
    }),
    event: idFilter('Event'),
    brand: { ...openChoiceFilter({ label: 'Brand', all: 'All brands' }), control: 'none' },
    start_date: hidden(() => isoDate),
    end_date: hidden(() => isoDate),
    time_zone: hidden(() => timeZone),
    /** Ledger entries after this one are left out, so that the rows match the totals of the report. */
    through: hidden(() => z.coerce.number().int().min(0).max(2_147_483_647).optional()),
  },
  defaultSort: 'time:desc',
});
