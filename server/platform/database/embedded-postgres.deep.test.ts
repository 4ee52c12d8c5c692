import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const isRoot = process.getuid?.() === 0;
const moduleUrl = new URL('./embedded-postgres.ts', import.meta.url).href;
const started: EmbeddedPostgres[] = [];
let workFolder: string;
let folder: string;
let lines: string[];

beforeAll(() => {
  workFolder = mkdtempSync(path.join(os.tmpdir(), 'encore-postgres-test-'));
  chmodSync(workFolder, 0o755);
  folder = path.join(workFolder, 'shared');
});

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop();
});

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

async function start(options: { folder?: string; join?: boolean } = {}): Promise<EmbeddedPostgres> {
  lines = [];
  const database = await startEmbeddedPostgres({
    folder,
    log: (line) => lines.push(line),
    settings: { shared_buffers: '16MB' },
    ...options,
  });
  started.push(database);
  return database;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function startInAnotherProcess(
  target: string,
): Promise<{ postgresPid: number; killHard(): Promise<void> }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(moduleUrl)};
    const database = await startEmbeddedPostgres({ folder: ${JSON.stringify(target)}, log: () => {} });
    console.log(database.pid);
    setInterval(() => {}, 60_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const killHard = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { postgresPid: Number(line), killHard };
}

test('data of the first start is there at the second', async () => {
  const first = await start();
  expect(first).toMatchObject({ owned: true, adopted: false, folder });
  await query(first.url, `create table kept as select 'jersey 12' as note`);
  await first.stop();

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'select note from kept')).toEqual(['jersey 12']);
});

test('the database is durable, local, behind a password and never run by root', async () => {
  const { url, pid } = await start();
  const settings = `select string_agg(current_setting(name), ' ' order by at)
    from unnest(array['fsync', 'data_checksums', 'listen_addresses', 'unix_socket_directories'])
    with ordinality as wanted(name, at)`;
  expect(await query(url, settings)).toEqual(['on on 127.0.0.1 ']);
  expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
  const withoutPassword = url.replace(/:[^:@]*@/, ':wrong@');
  await expect(query(withoutPassword, 'select 1')).rejects.toThrow('password authentication failed');
  if (isRoot && process.platform === 'linux') expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
});

test('a trigram index finds lower-case letters outside ASCII', async () => {
  const { url } = await start();
  await query(url, 'create extension pg_trgm');
  await query(url, `create table cakes as select lower('ÉCLAIR') || n as name from generate_series(1, 3) n`);
  await query(url, 'create index on cakes using gin (name gin_trgm_ops)');
  const search = `select count(*)::int from cakes where name like '%éclair%'`;
  expect(await query(`${url}?options=-c%20enable_seqscan%3Doff`, search)).toEqual([3]);
  expect(await query(url, `select show_trgm('éc')::text <> show_trgm('c')::text`)).toEqual([true]);
});

test('PostgreSQL left behind by a killed Encore is taken over with its data', async () => {
  const killed = await startInAnotherProcess(folder);
  await killed.killHard();

  const next = await start();
  expect(next).toMatchObject({ adopted: true, owned: true, pid: killed.postgresPid });
  expect(await query(next.url, 'select note from kept')).toEqual(['jersey 12']);
  expect(lines).toHaveLength(1);
  await next.stop();
  expect(existsSync(path.join(folder, 'data', 'postmaster.pid'))).toBe(false);
});

test('a second owner of a folder is refused in one line that names the first', async () => {
  await start();
  await expect(start()).rejects.toThrow(
    new Error(
      `Another Encore (process ${process.pid}) already uses ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    ),
  );
});

test('of several that start at once after a crash exactly one becomes the owner', async () => {
  writeFileSync(path.join(folder, 'owner.lock'), JSON.stringify({ pid: 2 ** 22 + 1, token: 'dead' }));
  const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => start()));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.runIf(process.platform === 'linux')(
  'a lock whose pid now belongs to another process is stale',
  async () => {
    const lock = { pid: process.pid, birth: 'an earlier boot', token: 'dead' };
    writeFileSync(path.join(folder, 'owner.lock'), JSON.stringify(lock));
    expect((await start()).owned).toBe(true);
  },
);

test.runIf(process.platform === 'linux')(
  'a server pid that now belongs to another process is stale',
  async () => {
    const { uid, gid } = statSync(path.join(folder, 'data'));
    const bystander = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    const pidFile = path.join(folder, 'data', 'postmaster.pid');
    writeFileSync(pidFile, [bystander.pid, path.join(folder, 'data'), 0, 1].join('\n'));
    try {
      expect((await start()).adopted).toBe(false);
    } finally {
      bystander.kill();
    }
  },
);

test('one that joins uses the running database and leaves it running', async () => {
  const owner = await start();
  const joined = await start({ join: true });
  expect(joined).toMatchObject({ owned: false, url: owner.url, pid: owner.pid });
  await joined.stop();
  expect(await query(owner.url, 'select note from kept')).toEqual(['jersey 12']);
});

test('one that joins becomes the owner when nobody runs the database', async () => {
  expect(await start({ join: true })).toMatchObject({ owned: true, adopted: false });
});

test('PostgreSQL that dies is started again on the same url', async () => {
  const database = await start();
  const firstPid = database.pid;
  const restarted = new Promise<void>((resolve) => database.onRestart(resolve));
  process.kill(firstPid, 'SIGKILL');
  await restarted;
  expect(database.pid).not.toBe(firstPid);
  expect(await query(database.url, 'select note from kept')).toEqual(['jersey 12']);
  expect(lines).toEqual([
    `PostgreSQL (process ${firstPid}) ended; starting it again.`,
    `PostgreSQL is back (process ${database.pid}).`,
  ]);
});

test('PostgreSQL that was taken over and dies is started again', async () => {
  const killed = await startInAnotherProcess(folder);
  await killed.killHard();
  const database = await start();
  const restarted = new Promise<void>((resolve) => database.onRestart(resolve));
  process.kill(killed.postgresPid, 'SIGKILL');
  await restarted;
  expect(await query(database.url, 'select note from kept')).toEqual(['jersey 12']);
});

test('stopping during a restart ends both', async () => {
  const database = await start();
  process.kill(database.pid, 'SIGKILL');
  await database.stop();
  expect(existsSync(path.join(folder, 'owner.lock'))).toBe(false);
  await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a crash while the database was being created is recovered', async () => {
  const crashed = path.join(workFolder, 'crashed');
  mkdirSync(path.join(crashed, 'data.init-0a1b2c', 'base'), { recursive: true });
  writeFileSync(path.join(crashed, 'data.init-0a1b2c', 'PG_VERSION'), '18\n');
  writeFileSync(path.join(crashed, 'password'), '');
  const database = await start({ folder: crashed });
  expect(await query(database.url, 'select 1')).toEqual([1]);
  expect(readdirSync(crashed).filter((name) => name.startsWith('data'))).toEqual(['data']);
});

test.runIf(isRoot)('under a folder closed to other accounts the database moves and says so', async () => {
  const closed = path.join(workFolder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const database = await start({ folder: path.join(closed, 'data') });
  try {
    expect(database.folder.startsWith(closed)).toBe(false);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(database.folder);
    expect(await query(database.url, 'select 1')).toEqual([1]);
  } finally {
    await database.stop();
    rmSync(database.folder, { recursive: true, force: true });
  }
});
