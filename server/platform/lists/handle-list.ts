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
import { listFor, rowFor } from '#contract/lists/of-customers.ts';
import { recordListSeen } from '#server/platform/audit/audit.ts';
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

/** Serves the rows, the count and the CSV file of a list. The source is a function where readers find different rows. */
export function handleList<L extends AnyList>(
  app: FastifyInstance,
  db: Database,
  calls: { page: object; count: object; csv: object },
  list: L,
  source: ListSource<L> | ((actor: Actor) => ListSource<L>),
  { authorize = () => undefined, onRead, onExport }: ListOptions<L> = {},
): void {
  const { page, count, csv } = calls as Calls;
  const sourceFor = (actor: Actor) => (typeof source === 'function' ? source(actor) : source);
  const recordSeen = async (actor: Actor, rows?: number) => {
    if (list.namesCustomers) await recordListSeen(db, actor, list.name, rows);
  };
  handle(app, page, async ({ query, actor: caller }) => {
    const actor = caller as Actor;
    const { after, _start: start, _limit: limit, ...asked } = query;
    const { filters, sort } = readQuery(list, asked);
    await authorize(actor, filters);
    const readerId = actor.userId;
    const read = await sourceFor(actor).readPage(db, { filters, sort, after, start, limit, readerId });
    await onRead?.(actor, { filters, start, rows: read.rows.length });
    await recordSeen(actor, read.rows.length);
    return { ...read, rows: read.rows.map((row) => rowFor(actor, row as object)) } as never;
  });
  handle(app, count, async ({ query, actor: caller }) => {
    const actor = caller as Actor;
    await authorize(actor, query as FilterValues<L>);
    return sourceFor(actor).count(db, query as FilterValues<L>);
  });
  handleStream(app, csv, async ({ query, actor: caller }) => {
    const actor = caller as Actor;
    const { filters, sort } = readQuery(list, query);
    await authorize(actor, filters);
    await recordSeen(actor);
    await onExport?.(actor, filters);
    return {
      fileName: `${list.name}.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from(writeCsv(db, { list, source: sourceFor(actor), actor }, { filters, sort })),
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
  { list, source, actor }: { list: L; source: ListSource<L>; actor: Actor },
  request: { filters: FilterValues<L>; sort: ListSort<L> },
): AsyncGenerator<string> {
  const readerId = actor.userId;
  const { columns: own } = listFor(actor, list);
  const columns = own as Readonly<Record<string, ListColumn<RowOf<L>>>>;
  yield csvHeading(columns);
  let after: string | undefined;
  do {
    const { rows, next } = await source.readPage(db, {
      ...request,
      readerId,
      after,
      start: 0,
      limit: CSV_BATCH_ROWS,
    });
    yield rows.map((row) => csvRow(columns, row)).join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
