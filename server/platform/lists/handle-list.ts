import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import {
  type AnyList,
  defaultSortOf,
  type FilterValues,
  type ListColumn,
  type ListSort,
  type listEndpoints,
  parseSort,
  type RowOf,
} from '#contract/lists/list.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { handle, handleStream } from '#server/platform/http/handle.ts';
import type { ListSource } from './list-source.ts';

const CSV_BATCH_ROWS = 1_000;

type Calls = ReturnType<typeof listEndpoints>;

export type ListOptions<L extends AnyList> = {
  /** Throws when the filters are invalid or ask for more than the caller may see. */
  authorize?: (actor: Actor, filters: FilterValues<L>) => void | Promise<void>;
  /** Called after rows were read, for lists whose reading goes on record. */
  onRead?: (actor: Actor, read: { filters: FilterValues<L>; start: number; rows: number }) => Promise<void>;
  /** Called before a CSV file leaves, for lists whose export goes on record. */
  onExport?: (actor: Actor, filters: FilterValues<L>) => Promise<void>;
};

/** Serves the rows, the count and the CSV file of a list. */
export function handleList<L extends AnyList>(
  app: FastifyInstance,
  db: Database,
  calls: { page: object; count: object; csv: object },
  list: L,
  source: ListSource<L>,
  { authorize = () => undefined, onRead, onExport }: ListOptions<L> = {},
): void {
  const { page, count, csv } = calls as Calls;
  handle(app, page, async ({ query, actor }) => {
    const { after, _start: start, _limit: limit, ...asked } = query;
    const { filters, sort } = readQuery(list, asked);
    await authorize(actor as Actor, filters);
    const readerId = (actor as Actor).userId;
    const read = await source.readPage(db, { filters, sort, after, start, limit, readerId });
    await onRead?.(actor as Actor, { filters, start, rows: read.rows.length });
    return read as never;
  });
  handle(app, count, async ({ query, actor }) => {
    await authorize(actor as Actor, query as FilterValues<L>);
    return source.count(db, query as FilterValues<L>);
  });
  handleStream(app, csv, async ({ query, actor }) => {
    const { filters, sort } = readQuery(list, query);
    await authorize(actor as Actor, filters);
    await onExport?.(actor as Actor, filters);
    return {
      fileName: `${list.name}.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from(
        writeCsv(db, list, source, { filters, sort, readerId: (actor as Actor).userId }),
      ),
    };
  });
}

function readQuery<L extends AnyList>(list: L, query: Record<string, unknown>) {
  const { _sort, ...filters } = query;
  const sort = parseSort(list, String(_sort)) ?? defaultSortOf(list);
  return { filters: filters as FilterValues<L>, sort };
}

async function* writeCsv<L extends AnyList>(
  db: Database,
  list: L,
  source: ListSource<L>,
  request: { filters: FilterValues<L>; sort: ListSort<L>; readerId: number },
): AsyncGenerator<string> {
  const columns = list.columns as Readonly<Record<string, ListColumn<RowOf<L>>>>;
  yield csvHeading(columns);
  let after: string | undefined;
  do {
    const { rows, next } = await source.readPage(db, { ...request, after, start: 0, limit: CSV_BATCH_ROWS });
    yield rows.map((row) => csvRow(columns, row)).join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
