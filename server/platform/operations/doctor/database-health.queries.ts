import type pg from 'pg';

export type Health = {
  version: string;
  majorVersion: number;
  encoding: string;
  isStandby: boolean;
  canCreateSchemas: boolean;
  freeForUs: number;
  clockMs: number;
};

export async function readHealth(client: pg.Client): Promise<Health> {
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
export async function listMissingExtensions(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
      where not exists (select from pg_available_extensions a where a.name = wanted.name)
        and not exists (select from pg_extension where extname = wanted.name)`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns why a table cannot be created, or undefined. */
export async function tryTable(client: pg.Client): Promise<string | undefined> {
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
export async function listMigrated(client: pg.Client): Promise<string[] | 'too old' | undefined> {
  const exists = (table: string) => client.query(`select where to_regclass('${table}') is not null`);
  if ((await exists('kysely_migration')).rowCount) return 'too old';
  if ((await exists('schema_migrations')).rowCount === 0) return undefined;
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  return rows.map(({ name }) => name);
}

/** Tells two servers apart, whatever their addresses are. */
export async function identify(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat(oid, ' ', datname, ' ', pg_postmaster_start_time()) as identity
      from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/** True if a notification that this connection sends comes back, which takes a session of its own. */
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
