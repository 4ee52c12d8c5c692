import type { Event, Image } from '#contract/entities/album.ts';
import type { Config } from './platform/config/config.ts';
import { type Cache, createCache } from './platform/database/cache.ts';
import { connectDatabase, type Database, type Db, jobConnections } from './platform/database/database.ts';
import { createLazyFaces, type LazyFaces } from './platform/faces/faces.ts';
import { createLive, type Live } from './platform/live/live.ts';
import { createMailer, type Mailer } from './platform/mail/mail.ts';
import { createDrain, type Drain } from './platform/operations/drain.ts';
import type { Log } from './platform/operations/log.ts';
import { AnswerNeeded } from './platform/payments/answer-needed.ts';
import type { Payments } from './platform/payments/payment-types.ts';
import { createPayments } from './platform/payments/payments.ts';
import { createPush, type Push } from './platform/push/push.ts';
import { createQueue, type Queue } from './platform/queue/queue.ts';
import { createJwtKeys, type JwtKeys } from './platform/security/jwt.ts';
import { createKeyRing, type KeyRing, listSessionKeys } from './platform/security/key-ring.ts';
import { createSms } from './platform/sms/sms.ts';
import type { Sms } from './platform/sms/sms-types.ts';
import { createStorage } from './platform/storage/create-storage.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Clock } from './platform/time/clock.ts';
import { systemClock } from './platform/time/clock.ts';

/** About 50 MB. */
const MAX_LISTED_PHOTOS = 200_000;
/** Whether an event is archived also follows from the date. */
const ONE_MINUTE_MS = 60_000;

/** Every connection and adapter, created once at start. Use cases take only the parts they need. */
export type Context = {
  config: Config;
  log: Log;
  clock: Clock;
  drain: Drain;
  db: Database;
  /** Connections of jobs that somebody waits for, and of mails, which a crowd of requests cannot take. */
  urgentDb: Database;
  /** Connections of all other jobs, so that photos take none that somebody waits for. */
  backgroundDb: Database;
  /** Lists that a crowd reads at once, each cached for the version that the database has of it. */
  lists: { events: Cache<'current', Event[]>; photos: Cache<number, Image[]> };
  queue: Queue;
  live: Live;
  mail: Mailer;
  sms: Sms;
  push: Push;
  payments: Payments;
  storage: Storage;
  /** The model loads on first use, because most processes never match faces. */
  faces: LazyFaces;
  jwt: JwtKeys;
  /** Signs the tokens in picture addresses. */
  imageKeys: KeyRing;
  /** Marks each viewer's copy of a preview. */
  traceKeys: KeyRing;
  /** Signs the cookies by which limits tell devices apart. */
  deviceKeys: KeyRing;
  /** Derives the codes and links that are mailed to verify an address. */
  codeKeys: KeyRing;
  /** Encrypts the keys of athletes' face data. */
  athleteKeys: KeyRing;
  /** Encrypts the secrets of second factors. */
  secondFactorKeys: KeyRing;
  /** Encrypts and hashes the addresses of deleted accounts. */
  privacyKeys: KeyRing;
  /** Passwords that photographers type into their cameras. */
  cameraKeys: KeyRing;
};

/** A context whose `db` is the transaction of the current request or job. */
export type Tx = Within<Context>;
type Within<C extends Context> = Omit<C, 'db' | 'urgentDb' | 'backgroundDb'> & { db: Db };

export async function createContext(
  config: Config,
  databaseUrl: string,
  log: Log,
  clock: Clock = systemClock,
): Promise<Context> {
  const name = `encore-${config.role} ${process.pid}`;
  const isPooled = config.databaseDirectUrl !== undefined;
  const maxConnections = config.databaseConnections;
  const db = connectDatabase(databaseUrl, { isPooled, name, maxConnections, staysOpen: true });
  const connectJobs = (use: string) =>
    connectDatabase(databaseUrl, {
      isPooled,
      name: `${name} ${use}`,
      maxConnections: jobConnections(maxConnections),
    });
  const urgentDb = connectJobs('urgent');
  // The queue and live events LISTEN, which a pooler in transaction mode cannot do.
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  return {
    config,
    log,
    clock,
    drain: createDrain(config.drainSeconds),
    db,
    urgentDb,
    backgroundDb: connectJobs('background'),
    lists: {
      events: createCache({ max: 1, ttlMs: ONE_MINUTE_MS, clock }),
      photos: createCache({ max: MAX_LISTED_PHOTOS, sizeOf: (photos) => photos.length }),
    },
    queue: await createQueue(directUrl, log, { name: `${name} queue` }),
    live: createLive(directUrl, log, `${name} live`),
    mail: createMailer(config, urgentDb),
    sms: await createSms(config, { db: urgentDb, clock }),
    push: createPush(config, urgentDb),
    payments: createPayments(config.payments),
    storage: await createStorage(config),
    faces: createLazyFaces(config.faces, log),
    jwt: createJwtKeys(listSessionKeys(config)),
    imageKeys: createKeyRing(config, 'image-secret', 'picture addresses'),
    traceKeys: createKeyRing(config, 'trace-secret', 'marked previews'),
    deviceKeys: createKeyRing(config, 'device-secret', 'devices'),
    codeKeys: createKeyRing(config, 'code-secret', 'mailed codes'),
    athleteKeys: createKeyRing(config, 'athlete-secret', 'athlete keys'),
    secondFactorKeys: createKeyRing(config, 'second-factor-secret', 'second factors'),
    privacyKeys: createKeyRing(config, 'privacy-secret', 'deleted accounts'),
    cameraKeys: createKeyRing(config, 'camera-secret', 'camera passwords'),
  };
}

/** What the caller has added to the context is there inside as well. */
export function inTransaction<C extends Context, T>(
  context: C,
  work: (tx: Within<C>) => Promise<T>,
): Promise<T> {
  return askingFirst(context, () => context.db.transaction().execute((tx) => work({ ...context, db: tx })));
}

const MAX_ANSWERS = 3;

/** Starts the work again once an answer from outside that it turned out to need is there. */
export async function askingFirst<T>(context: Context, work: () => Promise<T>): Promise<T> {
  for (let answers = 0; ; answers += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AnswerNeeded) || answers === MAX_ANSWERS) throw error;
      await error.ask(context);
    }
  }
}

export async function closeContext(context: Context): Promise<void> {
  await context.faces.close();
  await context.queue.stop();
  await context.live.stop();
  context.mail.close();
  await context.backgroundDb.destroy();
  await context.urgentDb.destroy();
  await context.db.destroy();
}
