import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/operations/log.ts';

/** SQLSTATE classes of a server that shuts down, starts, fails over, or has no free disk, memory or connection. */
const LOST_STATES = /^(08...|57P0[1-5]|53[1-3]00|25006)$/;
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed)/;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 1_000;
/** A request waits this long for a connection before it is answered with 503. */
const TIMEOUT_MS = 3_000;

/** No connection could be opened, so nothing was sent. */
export class DatabaseLostError extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * True if the database went away; the statement may or may not have been executed. A wrong password or database name is
 * a configuration error, which waiting does not fix.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof DatabaseLostError) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost);
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code);
  return NETWORK_CODES.has(code) || LOST_STATES.test(code) || LOST_MESSAGES.test(error.message);
}

/** Opens a connection; while the database is away it tries again, because nothing has been sent yet. */
export async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (pool.ending || !isDatabaseLost(error)) throw error;
      if (Date.now() + delayMs > deadline) throw new DatabaseLostError(error);
      await sleep(delayMs);
    }
  }
}

/** Waits at the start of a process until the database accepts connections. */
export async function waitForDatabase(url: string, log: Log, timeoutMs = 300_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let hasWarned = false;
  for (;;) {
    try {
      return await tryConnection(url);
    } catch (error) {
      if (!isDatabaseLost(error)) throw error;
      if (Date.now() > deadline) {
        throw new Error(`The database did not answer for ${timeoutMs / 1000} seconds: ${messageOf(error)}`);
      }
      if (!hasWarned) log.warn({ reason: messageOf(error) }, 'waiting for the database');
      hasWarned = true;
      await sleep(LONGEST_DELAY_MS);
    }
  }
}

async function tryConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An attempt at several addresses has an empty message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
