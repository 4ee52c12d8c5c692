import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import {
  completeObjects,
  createObjects,
  describeSchema,
  type Schema,
  type TableData,
} from './schema.queries.ts';

export type Snapshot = { client: pg.Client; schema: Schema; serverVersion: string; close(): Promise<void> };

/** No limit of the site applies, because a large table takes longer than any request may. */
const SETTINGS =
  '-c TimeZone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0';

export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: SETTINGS, connectionTimeoutMillis: 10_000 });
  // Without a listener, a lost connection would end the process before the error of the query is seen.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Everything read through it shows the database at one moment, while others go on writing. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForCopy(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const schema = await describeSchema(client);
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    return { client, schema, serverVersion: rows[0]?.version ?? '', close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

export function readRows(client: pg.Client, { name, columns }: TableData): Readable & { rowCount: number } {
  return client.query(copyTo(`copy ${name} (${columns}) to stdout`));
}

export function writeRows(client: pg.Client, { name, columns }: TableData): Writable & { rowCount: number } {
  return client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
}

/** Fills an empty database in one transaction, so that a failure leaves it empty. */
export async function fillDatabase(
  url: string,
  schema: Schema,
  fillTable: (client: pg.Client, table: TableData) => Promise<void>,
): Promise<void> {
  const client = await connectForCopy(url);
  try {
    await client.query('begin');
    await createObjects(client, schema.objects);
    for (const table of schema.tables) await fillTable(client, table);
    await completeObjects(client, schema);
    await client.query('commit');
    // Without statistics the first queries would scan whole tables.
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Copies a database of an older PostgreSQL into an empty one of a newer. Returns the number of rows. */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<number> {
  const snapshot = await openSnapshot(fromUrl);
  let rows = 0;
  try {
    await fillDatabase(toUrl, snapshot.schema, async (client, table) => {
      const [source, target] = [readRows(snapshot.client, table), writeRows(client, table)];
      await pipeline(source, target);
      if (source.rowCount !== target.rowCount) {
        throw new Error(`${table.name} has ${source.rowCount} rows, but ${target.rowCount} were copied`);
      }
      rows += target.rowCount;
    });
  } finally {
    await snapshot.close();
  }
  return rows;
}
