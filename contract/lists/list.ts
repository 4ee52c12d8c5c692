// A staff list is described once. The server's query, the address, the table and the CSV file all come from it.

import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { count, idInPath, sortOrder, text } from '../primitives.ts';
import { searchText } from '../rules/keyword-filter.ts';
import type { Permission } from '../rules/permissions.ts';

export type SortDirection = 'asc' | 'desc';
export type ListValue = string | number | null;

export type ListColumn<Row> = {
  label: string;
  /** The direction that the first press on the heading gives. Columns without it cannot be sorted by. */
  sort?: SortDirection;
  /** The value in the CSV file. Lists that are whole in the browser also sort by it. */
  value?: (row: Row) => ListValue;
  /** Instead of `value`, for an amount of money: the CSV file gives it in dollars. */
  cents?: (row: Row) => number;
  /** The value to sort by in the browser, if it is not `value`. */
  sortValue?: (row: Row) => ListValue;
  /** Only in the CSV file, or only an order: the table does not show it. */
  isHidden?: true;
};

export type ListFilter<Row> = {
  /** This is a function, so that a page does not build the schemas of all lists before it shows its own. */
  schema: () => z.ZodType;
  /** The control in the toolbar. `none` means that the page or a link sets the filter. */
  control: 'search' | 'choice' | 'none';
  label: string;
  placeholder?: string;
  /** The placeholder for staff who see no customers. */
  withoutCustomers?: string;
  /** The label while nothing is chosen. */
  all?: string;
  options?: Readonly<Record<string, string>>;
  /** For lists that are whole in the browser. */
  matches?: (row: Row, value: never) => boolean;
};

export type ListShape<Row> = {
  /** The name is also the list's address: /lists/NAME. */
  name: string;
  /** One of the things it lists, for sentences such as "3 coupons". */
  noun: string;
  columns: Readonly<Record<string, ListColumn<Row>>>;
  filters: Readonly<Record<string, ListFilter<Row>>>;
  defaultSort: `${string}:${SortDirection}`;
  /** The largest bulk action. Lists without it have no checkboxes. */
  maxSelected?: number;
  /** Staff can save filters and orders of it under a name. */
  hasViews?: true;
  /** Looking at it goes on record, once per hour. */
  namesCustomers?: true;
  /** Before each name in the address, where a page has several lists. */
  prefix?: string;
};

export const LIST_PAGE_SIZE = 100;
const MAX_LIST_PAGE_SIZE = 500;
const MAX_LIST_START = 10_000_000;
const MAX_SEARCH_LENGTH = 254;

/** Call it with the row first, so that the columns know their row: `defineList<Coupon>()({ ... })`. */
export function defineList<Row>() {
  return <const L extends ListShape<Row>>(list: L): L & { readonly row?: Row } => list;
}

export type AnyList = ListShape<never>;
export type RowOf<L> = L extends { readonly row?: infer Row } ? NonNullable<Row> : never;
export type SortKey<L extends { columns: object }> = {
  [K in keyof L['columns']]: L['columns'][K] extends { sort: SortDirection } ? K : never;
}[keyof L['columns']] &
  string;
export type ListSort<L extends { columns: object }> = { key: SortKey<L>; direction: SortDirection };
export type FilterValues<L extends { filters: Readonly<Record<string, { schema: () => z.ZodType }>> }> = {
  [K in keyof L['filters']]?: z.output<ReturnType<L['filters'][K]['schema']>> | undefined;
};

/** Every word has to be somewhere in `of`, which only lists that are whole in the browser need. */
export function searchFilter<Row>(filter: {
  label: string;
  placeholder: string;
  withoutCustomers?: string;
  of?: (row: Row) => string;
}) {
  const { label, placeholder, withoutCustomers, of } = filter;
  return {
    control: 'search' as const,
    schema: () => text(MAX_SEARCH_LENGTH).optional(),
    label,
    placeholder,
    ...(withoutCustomers && { withoutCustomers }),
    matches: (row: Row, value: string) => {
      const said = searchText(of?.(row) ?? '');
      return searchText(value)
        .split(/\s+/)
        .every((word) => said.includes(word));
    },
  };
}

export function choiceFilter<Row, const Options extends Readonly<Record<string, string>>>(filter: {
  label: string;
  all?: string;
  options: Options;
  of?: (row: Row) => keyof Options;
  /** Instead of `of`, where a row can match several options. */
  matches?: (row: Row, value: keyof Options) => boolean;
}) {
  const { label, all, options, of, matches = (row, value) => of?.(row) === value } = filter;
  const values = Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];
  return {
    control: 'choice' as const,
    schema: () => z.enum(values).optional(),
    label,
    options,
    ...(all === undefined ? {} : { all }),
    matches,
  };
}

/** A choice whose options depend on the rows; the page hands them to the toolbar. */
export function openChoiceFilter<Row>(filter: { label: string; all: string; of?: (row: Row) => string }) {
  const { label, all, of } = filter;
  return {
    control: 'choice' as const,
    schema: () => text(MAX_SEARCH_LENGTH).optional(),
    label,
    all,
    matches: (row: Row, value: string) => of?.(row) === value,
  };
}

/** The thing that a list belongs to, such as the user of a list of orders. */
export function idFilter<Row>(label: string) {
  return {
    control: 'none' as const,
    schema: () => idInPath.optional(),
    label,
    matches: (_row: Row, _value: number) => true,
  };
}

export function sortKeysOf<L extends AnyList>(list: L): SortKey<L>[] {
  return Object.entries(list.columns).flatMap(([key, column]) => (column.sort ? [key as SortKey<L>] : []));
}

/** Reads "created_at:desc"; anything that the list cannot sort by is undefined. */
export function parseSort<L extends AnyList>(list: L, sort: string | undefined): ListSort<L> | undefined {
  const [name = '', direction = 'asc'] = (sort ?? '').split(':');
  const key = sortKeysOf(list).find((known) => known === name);
  const way = direction.toLowerCase();
  return key && (way === 'asc' || way === 'desc') ? { key, direction: way } : undefined;
}

export function defaultSortOf<L extends AnyList>(list: L): ListSort<L> {
  const sort = parseSort(list, list.defaultSort);
  if (!sort) throw new Error(`The list ${list.name} cannot be sorted by ${list.defaultSort}`);
  return sort;
}

export const sortText = ({ key, direction }: { key: string; direction: SortDirection }) =>
  `${key}:${direction}` as const;

type FilterSchemas<L extends AnyList> = { [K in keyof L['filters']]: ReturnType<L['filters'][K]['schema']> };

export function filterSchemas<L extends AnyList>(list: L): FilterSchemas<L> {
  return Object.fromEntries(
    Object.entries(list.filters).map(([name, { schema }]) => [name, schema()]),
  ) as FilterSchemas<L>;
}

function sortSchema<L extends AnyList>(list: L) {
  const keys = sortKeysOf(list) as [SortKey<L>, ...SortKey<L>[]];
  return z.templateLiteral([z.enum(keys), ':', sortOrder]);
}

/** Filter and order, as every call of a list takes them. */
export function listQuery<L extends AnyList>(list: L) {
  return z.strictObject({
    ...filterSchemas(list),
    _sort: sortSchema(list).default(list.defaultSort as never),
  });
}

type ListCalls<Row extends z.ZodType> = {
  row: Row;
  access: Permission;
  tag: string;
};

/**
 * The three calls of a list that the server pages: its rows, how many there are, and the CSV file. Pages follow one
 * another by `after`, so a row that arrives between two pages is neither repeated nor lost; `_start` jumps.
 */
export function listEndpoints<
  L extends AnyList,
  Row extends z.ZodType,
  T extends z.ZodRawShape = Record<never, never>,
>(
  list: L,
  { row, access, tag, totals }: ListCalls<Row> & { /** Sums shown beside the number of rows. */ totals?: T },
) {
  const endpoint = endpointsOf(tag);
  const query = listQuery(list);
  return {
    page: endpoint(`GET /lists/${list.name}`, {
      access,
      summary: `A page of the staff list of ${list.name}`,
      query: query.extend({
        after: z.string().max(1_000).optional(),
        _start: z.coerce.number().int().min(0).max(MAX_LIST_START).default(0),
        _limit: z.coerce.number().int().min(1).max(MAX_LIST_PAGE_SIZE).default(LIST_PAGE_SIZE),
      }),
      response: z.object({ rows: z.array(row), next: z.string().nullable() }),
    }),
    count: endpoint(`GET /lists/${list.name}/count`, {
      access,
      summary: `How many rows the staff list of ${list.name} has with these filters`,
      query: z.strictObject(filterSchemas(list)),
      response: z.object({ total: count, ...(totals ?? ({} as T)) }),
    }),
    csv: endpoint(`GET /lists/${list.name}/csv`, {
      access,
      summary: `The staff list of ${list.name} as a CSV file`,
      query,
      response: z.any(),
      raw: true,
    }),
  };
}

/** Each id is done or refused; a refusal never stops the others. */
export function bulkAnswer<Id extends z.ZodType>(id: Id) {
  return z.object({ done: z.array(id), refused: z.array(z.object({ id, reason: z.string() })) });
}
export type BulkAnswer<Id> = { done: Id[]; refused: { id: Id; reason: string }[] };
