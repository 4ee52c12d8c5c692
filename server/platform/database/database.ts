import {
  CamelCasePlugin,
  Kysely,
  type LogEvent,
  type PluginTransformResultArgs,
  PostgresDialect,
  type QueryResult,
  sql,
  type Transaction,
  type UnknownRow,
} from 'kysely';
import pg from 'pg';
import { isTraced, recordQuery } from '#server/platform/operations/telemetry.ts';
import type { DB } from './database.gen.ts';
import { connectPatiently } from './lost-database.ts';
import { PreparingClient } from './prepared-statements.ts';

export type Database = Kysely<DB>;
/** A query runs the same inside and outside a transaction. */
export type Db = Database | Transaction<DB>;

const OID = { int8: 20, int8Array: 1016, date: 1082, timestamptz: 1184 };
const asText = (value: string) => value;
const parseTexts = pg.types.getTypeParser(OID.int8Array, 'text') as (value: string) => string[];
const PARSERS = new Map<number, (value: string) => unknown>([
  [OID.timestamptz, asText],
  [OID.date, asText],
  [OID.int8, Number],
  [OID.int8Array, (value) => parseTexts(value).map(Number)],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * The cost of a random page and the memory of a sort are set, because the defaults assume spinning disks and make
 * reports scan whole tables.
 */
const SETTINGS = [
  'TimeZone=UTC',
  'statement_timeout=30000',
  'idle_in_transaction_session_timeout=60000',
  'random_page_cost=1.1',
  'work_mem=16MB',
];

/** The longest wait for a free connection or for an answer of the server. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Firewalls forget connections that are quiet for some minutes. */
const KEEP_ALIVE_MS = 60_000;

type ConnectionOptions = {
  /** The name of the connections in `pg_stat_activity`. */
  name?: string;
  maxConnections: number;
  /** A pooler in transaction mode accepts no settings; `keepSettings` has stored them in the database. */
  isPooled?: boolean;
  /** A crowd that comes after a quiet minute finds connections with plans. Otherwise they close after 10 seconds. */
  staysOpen?: boolean;
};

export function connectDatabase(
  url: string,
  { maxConnections, isPooled = false, staysOpen = false, name = 'encore' }: ConnectionOptions,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    max: maxConnections,
    ...(staysOpen && { min: maxConnections, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS }),
    ...(isPooled
      ? {}
      : { Client: PreparingClient, options: SETTINGS.map((setting) => `-c ${setting}`).join(' ') }),
  });
  // A lost connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: () => connectPatiently(pool), end: () => pool.end() },
    }),
    plugins: [new CamelCaseRows({ maintainNestedObjectKeys: true })],
    ...(isTraced() && { log: recordStatement }),
  });
  pools.set(db, pool);
  return db;
}

/** Each process has this many connections for urgent jobs, and as many again for all others. */
export function jobConnections(maxConnections: number): number {
  return Math.ceil(maxConnections / 2);
}

function recordStatement(event: LogEvent): void {
  const error = event.level === 'error' ? event.error : undefined;
  recordQuery({ sql: event.query.sql, milliseconds: event.queryDurationMillis, error });
}

const pools = new WeakMap<Database, pg.Pool>();

export function readPoolUsage(db: Database): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/** Stores the settings for this user in this database, so that connections of a pooler have them too. */
export async function keepSettings(db: Database): Promise<void> {
  for (const setting of SETTINGS) {
    const [name = '', value = ''] = setting.split('=');
    await sql`do $$ begin execute format(
      'alter role %I in database %I set ${sql.raw(name)} = %L',
      current_user, current_database(), ${sql.lit(value)}
    ); end $$`.execute(db);
  }
}

/** Reads several totals as they are at one moment, so that they belong together. */
export function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** For `.where('id', '=', anyOf(ids))`: unlike `in`, it accepts an empty list and needs one parameter. */
export function anyOf<Value extends number | string>(values: readonly Value[]) {
  return sql<Value>`any(${values})`;
}

/** All rows of a result have the same columns, so each name is converted once and not for every row. */
class CamelCaseRows extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows ?? [];
    if (!first) return result;
    const names = Object.keys(first).map((column) => [column, this.camelCase(column)] as const);
    if (names.every(([column, name]) => column === name)) return result;
    const rows = result.rows.map((row) => {
      const renamed: UnknownRow = {};
      for (const [column, name] of names) renamed[name] = row[column];
      return renamed;
    });
    return { ...result, rows };
  }
}
