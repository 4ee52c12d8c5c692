import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { jobConnections } from '#server/platform/database/database.ts';
import { TOO_OLD } from '#server/platform/database/migrate.ts';
import { type Check, type Finding, failed, judgeClock, messageOf, ok, warning } from './finding.ts';

const OLDEST_MAJOR = 15;
const EXTENSIONS = ['citext', 'pg_trgm'];
const CONNECT_MS = 5_000;
const LISTEN_MS = 3_000;
/** The connections of a process for its queue and live events, besides those for requests and two kinds of jobs. */
const OTHER_CONNECTIONS = 6;
const POOLER = 'looks like a pooler in transaction mode: name the database itself in DATABASE_DIRECT_URL';

export function checkDatabase(config: Config, url: string, migrations: readonly string[]): Check[] {
  const directUrl = config.databaseDirectUrl ?? url;
  return [
    {
      name: 'database',
      run: () => connected(directUrl, { hasOptions: true }, (client) => examine(client, config, migrations)),
    },
    ...(config.databaseDirectUrl ? [{ name: 'pooler', run: () => comparePooler(url, directUrl) }] : []),
  ];
}

async function connected<T>(
  url: string,
  { hasOptions }: { hasOptions: boolean },
  work: (client: pg.Client) => Promise<T>,
): Promise<T | Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    // The site sends settings at connect, which a pooler refuses.
    ...(hasOptions ? { options: '-c TimeZone=UTC' } : {}),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = messageOf(error);
    if (/unsupported startup parameter/.test(reason)) return [failed('database', `DATABASE_URL ${POOLER}`)];
    return [failed('database', `cannot connect: ${reason}. Check address, user, password and firewall`)];
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function examine(client: pg.Client, config: Config, migrations: readonly string[]): Promise<Finding[]> {
  const askedMs = Date.now();
  const health = await readHealth(client);
  const middleMs = (askedMs + Date.now()) / 2;
  return [
    judgeVersion(health),
    await judgeRights(client, health),
    judgeConnections(health, config),
    (await canListen(client, LISTEN_MS))
      ? ok('live events', 'notifications arrive')
      : failed('live events', `no notification arrives; the address ${POOLER}`),
    judgeMigrations(await listMigrated(client), migrations),
    judgeClock('clock', 'the database', (health.clockMs - middleMs) / 1000),
  ];
}

function judgeVersion({ version, majorVersion, encoding, isStandby }: Health): Finding {
  if (majorVersion < OLDEST_MAJOR)
    return failed('database', `PostgreSQL ${version} is too old: use ${OLDEST_MAJOR} or newer`);
  if (encoding !== 'UTF8')
    return failed('database', `the encoding is ${encoding}: create the database with UTF8`);
  if (isStandby) return failed('database', 'this is a standby, which cannot be written: name the primary');
  return ok('database', `PostgreSQL ${version} answers`);
}

async function judgeRights(client: pg.Client, { canCreateSchemas }: Health): Promise<Finding> {
  const refusal = await tryTable(client);
  if (refusal)
    return failed(
      'database rights',
      `no table can be created (${refusal}): make the user owner of the database`,
    );
  if (!canCreateSchemas) {
    return failed(
      'database rights',
      'the queue needs a schema of its own: grant create on the database to the user',
    );
  }
  const missing = await listMissingExtensions(client, EXTENSIONS);
  if (missing.length > 0) {
    return failed(
      'database rights',
      `the server lacks ${missing.join(' and ')}: install the contrib package of PostgreSQL`,
    );
  }
  return ok('database rights', 'tables, schemas and extensions can be created');
}

function judgeConnections({ freeForUs }: Health, { databaseConnections }: Config): Finding {
  const perProcess = databaseConnections + 2 * jobConnections(databaseConnections) + OTHER_CONNECTIONS;
  const processes = Math.floor(freeForUs / perProcess);
  const said = `a process opens up to ${perProcess} connections and the database allows ${freeForUs}`;
  if (processes < 1)
    return failed('connections', `${said}: raise max_connections or lower DATABASE_CONNECTIONS`);
  if (processes < 2) return warning('connections', `${said}, which is enough for one process`);
  return ok('connections', `${said}, which is enough for ${processes} processes`);
}

function judgeMigrations(found: string[] | 'too old' | undefined, known: readonly string[]): Finding {
  if (!found) return ok('migrations', 'the database is empty; the first start prepares it');
  if (found === 'too old') return failed('migrations', TOO_OLD);
  const pending = known.filter((name) => !found.includes(name));
  const later = found.find((name) => !known.includes(name));
  if (later) return warning('migrations', `a later release has migrated this database (${later})`);
  if (pending.length > 0) {
    return warning(
      'migrations',
      `${pending.length} are pending: run npm run migrate, or the next start does it`,
    );
  }
  return ok('migrations', `all ${known.length} are done`);
}

async function comparePooler(url: string, directUrl: string): Promise<Finding[]> {
  const ask = (address: string) => connected(address, { hasOptions: false }, identify);
  const [pooled, direct] = [await ask(url), await ask(directUrl)];
  if (typeof pooled !== 'string') return pooled;
  if (typeof direct !== 'string') return direct;
  return pooled === direct
    ? [ok('pooler', 'DATABASE_URL and DATABASE_DIRECT_URL lead to the same database')]
    : [failed('pooler', 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases')];
}

type Health = {
  version: string;
  majorVersion: number;
  encoding: string;
  isStandby: boolean;
  canCreateSchemas: boolean;
  freeForUs: number;
  clockMs: number;
};

async function readHealth(client: pg.Client): Promise<Health> {
  const { rows } = await client.query<Health>(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as "majorVersion",
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isStandby",
      has_database_privilege(current_database(), 'create') as "canCreateSchemas",
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) as "freeForUs",
      extract(epoch from clock_timestamp())::float8 * 1000 as "clockMs"`);
  return rows[0] as Health;
}

/** Extensions that are neither there nor can be created. */
async function listMissingExtensions(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
      where not exists (select from pg_available_extensions a where a.name = wanted.name)
        and not exists (select from pg_extension where extname = wanted.name)`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns why a table cannot be created, or undefined. */
async function tryTable(client: pg.Client): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query('create table public.encore_doctor (id integer primary key)');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback');
  }
}

/** Undefined if nothing has been migrated yet. */
async function listMigrated(client: pg.Client): Promise<string[] | 'too old' | undefined> {
  const exists = (table: string) => client.query(`select where to_regclass('${table}') is not null`);
  if ((await exists('kysely_migration')).rowCount) return 'too old';
  if ((await exists('schema_migrations')).rowCount === 0) return undefined;
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  return rows.map(({ name }) => name);
}

/** Tells two servers apart, whatever their addresses are. */
async function identify(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat(oid, ' ', datname, ' ', pg_postmaster_start_time()) as identity
      from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/** True if a notification that this connection sends comes back, which takes its own session. */
export async function canListen(client: pg.Client, timeoutMs: number): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    client.once('notification', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  await client.query('listen encore_doctor');
  await client.query(`select pg_notify('encore_doctor', '')`);
  return heard;
}
