// Staff without the permission `customers` see what was sold but not who bought it. Rows name the customer by the same
// fields everywhere, and this file decides who gets them.

import { can, type Holder } from '../rules/permissions.ts';
import type { AnyList } from './list.ts';

const OF_CUSTOMERS = ['customer', 'customer_name'] as const;
const isOfCustomers = ([name]: [string, unknown]) => OF_CUSTOMERS.some((field) => field === name);

export const seesCustomers = (holder: Holder) => can(holder, 'customers');

/** The row as the reader may see it. */
export function rowFor<Row extends object>(holder: Holder, row: Row): Row {
  if (seesCustomers(holder)) return row;
  return Object.fromEntries(
    Object.entries(row).map((field) => (isOfCustomers(field) ? [field[0], null] : field)),
  ) as Row;
}

/** The list as the reader may see it, in a table and in a CSV file. */
export function listFor<L extends AnyList>(holder: Holder, list: L): L {
  if (seesCustomers(holder)) return list;
  const columns = Object.entries(list.columns).filter((column) => !isOfCustomers(column));
  const filters = Object.entries(list.filters).map(([name, filter]) => {
    const { withoutCustomers: placeholder } = filter;
    return [name, placeholder ? { ...filter, placeholder } : filter];
  });
  return { ...list, columns: Object.fromEntries(columns), filters: Object.fromEntries(filters) };
}
