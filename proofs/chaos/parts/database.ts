import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { answersOk, waitUntil } from '#proofs/site.ts';
import { layCables, type Machine, mountDisk, onMachine, type Part, ROUTER, startPart } from './machine.ts';

const PASSWORD = 'chaos-only';
const DISK_MEGABYTES = 1_500;
const DATABASE_PORT = 15_432;
const POOLER_PORT = 16_432;
const BINARIES = '/usr/lib/postgresql/15/bin';
const USER = 'postgres';

export type DatabaseMachine = Machine & {
  disk: string;
  part: Part;
  /** Patroni starts PostgreSQL in its own session, so killing Patroni leaves it running. */
  killServer(): void;
};

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabases>>;

/** Starts two PostgreSQL servers under Patroni with a synchronous standby, and etcd, HAProxy and PgBouncer. */
export async function startDatabases(folder: string, logs: string) {
  const places = [
    { name: 'pg1', address: '10.77.0.11' },
    { name: 'pg2', address: '10.77.0.12' },
  ];
  layCables(places);
  startEtcd(folder, logs);
  const machines: DatabaseMachine[] = places.map((place) => {
    const disk = join(folder, `${place.name}-disk`);
    mountDisk(disk, DISK_MEGABYTES, '0777');
    const settings = join(folder, `${place.name}.yml`);
    writeFileSync(settings, patroniSettings(place, disk));
    return { ...place, disk, part: startPatroni(place, settings, logs), killServer: () => killServer(disk) };
  });
  await waitUntil('a primary with a synchronous standby', 120, () => isWhole(machines));
  startPart('haproxy-database', ['haproxy', '-f', writeHaproxy(folder, places)], { logs });
  startPooler(folder, logs);
  const directUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${DATABASE_PORT}/encore`;
  await waitUntil('a connection through HAProxy', 30, () => createDatabase(directUrl));

  return {
    /** Leads through HAProxy to the primary, without the pooler. */
    directUrl,
    /** Leads through the pooler in transaction mode. */
    pooledUrl: directUrl.replace(String(DATABASE_PORT), String(POOLER_PORT)),
    findPrimary: () => findPrimary(machines),
    /** Starts what a fault has ended and waits until the standby is synchronous again. */
    async repair(): Promise<void> {
      for (const machine of machines) {
        if (machine.part.isRunning) continue;
        machine.part = startPatroni(machine, join(folder, `${machine.name}.yml`), logs);
      }
      await waitUntil('a primary with a synchronous standby', 120, () => isWhole(machines));
    },
  };
}

async function createDatabase(url: string): Promise<boolean> {
  const server = new pg.Client(url.replace(/encore$/, 'postgres'));
  await server.connect();
  await server.query('create database encore').finally(() => server.end());
  return true;
}

function startEtcd(folder: string, logs: string): void {
  const client = `http://${ROUTER}:2379`;
  const peer = `http://${ROUTER}:2380`;
  startPart(
    'etcd',
    [
      'etcd',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ],
    // The release in Debian asks for this on some processors.
    { logs, environment: { ETCD_UNSUPPORTED_ARCH: process.arch === 'x64' ? 'amd64' : process.arch } },
  );
}

function startPatroni(machine: Machine, settings: string, logs: string): Part {
  return startPart(machine.name, onMachine(machine, USER, ['patroni', settings]), { logs });
}

function killServer(disk: string): void {
  const [pid = ''] = readFileSync(join(disk, 'data/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** A primary that cannot reach etcd gives up before its lock ends, so there are never two. */
function patroniSettings({ name, address }: Machine, disk: string): string {
  return `
scope: encore
name: ${name}
restapi: { listen: '${address}:8008', connect_address: '${address}:8008' }
etcd3: { hosts: '${ROUTER}:2379' }
bootstrap:
  dcs:
    ttl: 7
    loop_wait: 1
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 120, wal_keep_size: 128MB, max_wal_size: 256MB, wal_log_hints: 'on' }
  initdb: [ { encoding: UTF8 }, data-checksums ]
  pg_hba: [ 'host all all 0.0.0.0/0 md5', 'host replication all 0.0.0.0/0 md5', 'local all all trust' ]
postgresql:
  listen: '${address},127.0.0.1:5432'
  connect_address: '${address}:5432'
  data_dir: ${join(disk, 'data')}
  bin_dir: ${BINARIES}
  pgpass: ${join(disk, 'pgpass')}
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
  parameters: { unix_socket_directories: '${disk}', password_encryption: md5 }
`;
}

function writeHaproxy(folder: string, machines: Machine[]): string {
  const file = join(folder, 'haproxy-database.cfg');
  const servers = machines.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${DATABASE_PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return file;
}

function startPooler(folder: string, logs: string): void {
  const place = join(folder, 'pgbouncer');
  mkdirSync(place, { mode: 0o755 });
  writeFileSync(join(place, 'users.txt'), `"postgres" "${PASSWORD}"\n`);
  const settings = join(place, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${DATABASE_PORT}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${POOLER_PORT}
unix_socket_dir =
auth_type = plain
auth_file = ${join(place, 'users.txt')}
pool_mode = transaction
default_pool_size = 30
max_client_conn = 400
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`,
  );
  const command = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', 'pgbouncer', settings];
  startPart('pgbouncer', command, { logs });
}

async function findPrimary(machines: DatabaseMachine[]): Promise<DatabaseMachine> {
  for (const machine of machines) {
    if (await answersOk(`http://${machine.address}:8008/primary`).catch(() => false)) return machine;
  }
  throw new Error('no machine is the primary');
}

async function isWhole(machines: DatabaseMachine[]): Promise<boolean> {
  const primary = await findPrimary(machines);
  const standby = machines.find((machine) => machine !== primary);
  return standby !== undefined && answersOk(`http://${standby.address}:8008/synchronous`);
}
