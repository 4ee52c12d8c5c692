import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOk, waitUntil } from '#proofs/site.ts';
import { mountDisk, type Part, startPart, stopPart } from './machine.ts';

const FRONT_PORT = 18_000;
const S3_PORT = 18_100;
const PROVIDER_PORT = 18_200;
const API_PORTS = [18_001, 18_002];
const STORAGE_MEGABYTES = 600;
const READY_SECONDS = 120;
const FAKE_CLOCK = '/usr/$LIB/faketime/libfaketime.so.1';

const HAPROXY = join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg');

export type ShopProcess = {
  role: 'api' | 'worker';
  name: string;
  probePort: number;
  /** Its clock can be moved by writing to this file. */
  clockFile: string;
  part: Part;
};

export type Shop = Awaited<ReturnType<typeof startShop>>;

export type ShopOptions = {
  folder: string;
  logs: string;
  /** The checkout whose code the processes run at first. */
  code: string;
  database: { pooledUrl: string; directUrl: string };
};

/** Starts two API processes behind HAProxy, two workers, an S3 server and the card provider. */
export async function startShop({ folder, logs, code, database }: ShopOptions) {
  const storageDisk = join(folder, 's3-disk');
  mountDisk(storageDisk, STORAGE_MEGABYTES, '0755');
  const here = import.meta.dirname;
  const startStorage = () =>
    startPart('s3', [process.execPath, join(here, 's3-process.ts'), storageDisk, String(S3_PORT)], { logs });
  let storage = startStorage();
  const address = `http://127.0.0.1:${FRONT_PORT}`;
  startPart(
    'provider',
    [
      process.execPath,
      join(here, 'provider-process.ts'),
      join(folder, 'provider'),
      String(PROVIDER_PORT),
      `${address}/api/webhooks/stripe`,
    ],
    { logs },
  );
  const environment = shopEnvironment(address, database);
  startPart('haproxy-front', ['haproxy', '-f', HAPROXY], { logs, environment: frontEnvironment() });
  await waitUntil('the card provider', 60, () => answers(`http://127.0.0.1:${PROVIDER_PORT}/`));

  const start = (shop: Omit<ShopProcess, 'part'>, from: string) =>
    startPart(shop.name, [process.execPath, join(from, `server/${shop.role}.ts`)], {
      logs,
      cwd: from,
      environment: {
        ...environment,
        ROLE: shop.role,
        PORT: String(shop.probePort - 100),
        METRICS_PORT: String(shop.probePort),
        DATA_DIR: join(folder, shop.name),
        LD_PRELOAD: FAKE_CLOCK,
        FAKETIME_TIMESTAMP_FILE: shop.clockFile,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_NO_CACHE: '1',
      },
    });
  const codeOf = new Map<ShopProcess, string>();
  const processes: ShopProcess[] = [];
  for (const [index, port] of [...API_PORTS, 18_003, 18_004].entries()) {
    const role = index < API_PORTS.length ? 'api' : 'worker';
    const name = `${role}${(index % 2) + 1}`;
    const clockFile = join(folder, `${name}.clock`);
    writeFileSync(clockFile, '+0');
    const described = { role, name, probePort: port + 100, clockFile } as const;
    const started = { ...described, part: start(described, code) };
    processes.push(started);
    codeOf.set(started, code);
    // The first process migrates the database, so the others wait for it.
    if (index === 0) await isReady(started);
  }
  await Promise.all(processes.map((shop) => isReady(shop)));

  return {
    address,
    providerPort: PROVIDER_PORT,
    storageDisk,
    environment,
    processes,
    storage: {
      get isRunning() {
        return storage.isRunning;
      },
      kill: () => storage.kill('SIGKILL'),
      start() {
        storage = startStorage();
      },
    },
    /** Ends a process in the orderly way and starts the code in the folder in its place. */
    async replace(shop: ShopProcess, next: string): Promise<void> {
      await stopPart(shop.part);
      codeOf.set(shop, next);
      shop.part = start(shop, next);
      await isReady(shop);
    },
    /** Starts what a fault has ended and waits until everything is ready. */
    async repair(): Promise<void> {
      if (!storage.isRunning) storage = startStorage();
      for (const shop of processes) {
        if (!shop.part.isRunning) shop.part = start(shop, codeOf.get(shop) ?? code);
      }
      await Promise.all(processes.map((shop) => isReady(shop)));
    },
  };
}

/** The file is the one that operators get. */
function frontEnvironment(): Record<string, string> {
  const servers = API_PORTS.flatMap((port, index) => [
    [`API_${index + 1}`, `127.0.0.1:${port}`],
    [`API_${index + 1}_PROBE_PORT`, String(port + 100)],
  ]);
  return { HAPROXY_LISTEN: `127.0.0.1:${FRONT_PORT}`, ...Object.fromEntries(servers) };
}

function isReady({ name, probePort }: ShopProcess): Promise<void> {
  return waitUntil(`${name} is ready`, READY_SECONDS, () =>
    answersOk(`http://127.0.0.1:${probePort}/readyz`),
  );
}

async function answers(url: string): Promise<boolean> {
  await fetch(url, { signal: AbortSignal.timeout(2_000) });
  return true;
}

function shopEnvironment(address: string, database: ShopOptions['database']): Record<string, string> {
  return {
    NODE_ENV: 'development',
    SEED: 'none',
    FACES: 'off',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: address,
    // There are two proxies: HAProxy, and this program, which names the address of each visitor.
    TRUST_PROXY: '2',
    DATABASE_URL: database.pooledUrl,
    DATABASE_DIRECT_URL: database.directUrl,
    DATABASE_CONNECTIONS: '10',
    DRAIN_SECONDS: '5',
    KEYS: `chaos:${randomBytes(32).toString('base64url')}`,
    S3_ENDPOINT: `http://127.0.0.1:${S3_PORT}`,
    S3_BUCKET: 'encore',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_chaos',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: 'whsec_chaos',
    STRIPE_API_BASE: `http://127.0.0.1:${PROVIDER_PORT}`,
    ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
  };
}
