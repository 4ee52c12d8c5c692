import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { prepareBinaries, readPassword, settleHome } from './embedded-postgres-install.ts';
import type { Cluster } from './embedded-postgres-server.ts';
import { finishUpgrade, upgradeIfOlder } from './embedded-postgres-upgrade.ts';

const settings = { shared_buffers: '16MB', fsync: 'off' };
let workFolder: string;
let folder: string;
let lines: string[] = [];
const log = (line: string) => lines.push(line);

beforeAll(() => {
  workFolder = mkdtempSync(path.join(os.tmpdir(), 'encore-upgrade-test-'));
  chmodSync(workFolder, 0o755);
  folder = path.join(workFolder, 'postgres');
});

afterEach(() => {
  lines = [];
  vi.unstubAllEnvs();
});

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await startEmbeddedPostgres({ folder, log, settings });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.stop();
  }
}

/** The same programs stand for a later version, because an old one would have to be fetched. */
function clusterOf(later: { by: number }): Cluster {
  const home = settleHome(folder, log);
  const major = Number(readFileSync(path.join(home.dataFolder, 'PG_VERSION'), 'utf8')) + later.by;
  return { home, major, settings, binFolder: prepareBinaries(home), password: readPassword(home) ?? '' };
}

test('an older cluster is copied into a new one, and the old one stays until it is deleted', async () => {
  await onDatabase(async (client) => {
    await client.query(`
      create function double(integer) returns integer language sql immutable as 'select $1 * 2';
      create table parents (id integer generated always as identity primary key, name text not null unique);
      create table children (
        parent_id integer not null references parents,
        size integer not null check (size > 0),
        doubled integer generated always as (double(size)) stored
      );
      create index children_by_size on children (double(size)) where size > 1;
      create view tall as select * from children where size > 10;
      insert into parents (name) select E'tab\\t, line\\n, ü ' || n from generate_series(1, 300) n;
      insert into children (parent_id, size) select id, id from parents;
    `);
  });
  const cluster = clusterOf({ by: 1 });
  await upgradeIfOlder(cluster, log, async () => cluster.binFolder);
  expect(lines.at(-1)).toMatch(/^Upgraded the database: 600 rows\. The old one is in .*data\.postgres-\d+;/);
  expect(readdirSync(cluster.home.folder).filter((name) => name.startsWith('data.'))).toHaveLength(1);

  await onDatabase(async (client) => {
    const { rows } = await client.query(
      `select count(*)::int, sum(doubled)::int as sum, bool_and(name like E'tab\\t, line\\n, ü %') as "isWhole"
        from children join parents on parents.id = parent_id`,
    );
    expect(rows).toEqual([{ count: 300, sum: 90_300, isWhole: true }]);
    const added = await client.query(`insert into parents (name) values ('new') returning id`);
    expect(added.rows).toEqual([{ id: 301 }]);
    await expect(client.query('insert into children values (999, 1)')).rejects.toThrow('foreign key');
    await expect(client.query('insert into children values (1, 0)')).rejects.toThrow('check constraint');
    expect((await client.query('select count(*)::int from tall')).rows).toEqual([{ count: 290 }]);
  });
});

test('an upgrade that was killed after the copy is finished at the next start', async () => {
  const { home } = clusterOf({ by: 0 });
  renameSync(home.dataFolder, path.join(home.folder, 'data.upgraded'));
  const count = await onDatabase((client) => client.query('select count(*)::int from parents'));
  expect(count.rows).toEqual([{ count: 301 }]);
  expect(existsSync(path.join(home.folder, 'data.upgraded'))).toBe(false);
});

test('a copy is made again if the old cluster may have been used since', () => {
  const { home } = clusterOf({ by: 0 });
  mkdirSync(path.join(home.folder, 'data.upgraded'));
  finishUpgrade(home);
  expect(existsSync(path.join(home.folder, 'data.upgraded'))).toBe(false);
  expect(existsSync(home.dataFolder)).toBe(true);
});

test('a cluster of a later version is left alone', async () => {
  await expect(upgradeIfOlder(clusterOf({ by: -1 }), log)).rejects.toThrow('Start the later release again.');
});

test('without npm or its registry, the old cluster is unchanged and one line says what to do', async () => {
  const cluster = clusterOf({ by: 0 });
  const old = path.join(workFolder, 'old');
  mkdirSync(path.join(old, 'data'), { recursive: true });
  writeFileSync(path.join(old, 'data', 'PG_VERSION'), '17\n');
  vi.stubEnv('PATH', workFolder);
  const home = { ...cluster.home, folder: old, dataFolder: path.join(old, 'data') };
  await expect(upgradeIfOlder({ ...cluster, home }, log)).rejects.toThrow(
    /^The database in .* is of PostgreSQL 17 .*start again; the database is unchanged\.$/,
  );
  expect(readdirSync(old)).toEqual(['data']);
});
