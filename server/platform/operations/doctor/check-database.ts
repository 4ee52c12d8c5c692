import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { jobConnections } from '#server/platform/database/database.ts';
import { TOO_OLD } from '#server/platform/database/migrate.ts';
import {
  canListen,
  type Health,
  identify,
  listMigrated,
  listMissingExtensions,
  readHealth,
  tryTable,
} from './database-health.queries.ts';
import { type Check, type Finding, failed, judgeClock, messageOf, ok, warning } from './finding.ts';

const OLDEST_MAJOR = 15;
const EXTENSIONS = ['citext', 'pg_trgm'];
const CONNECT_MS = 5_000;
const LISTEN_MS = 3_000;
/** A process has these for its queue, live events and short reads, besides those for requests and two kinds of jobs. */
const OTHER_CONNECTIONS = 8;
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
