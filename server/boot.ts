import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, closeContext, createContext } from './context.ts';
import { allJobs } from './jobs.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/environment.ts';
import { connectDatabase, keepSettings } from './platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { findHome } from './platform/database/embedded-postgres-install.ts';
import { waitForDatabase } from './platform/database/lost-database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { refuseUnfinishedRestore } from './platform/operations/backup/restore-mark.ts';
import { createErrorReports, createLog, type Log } from './platform/operations/log.ts';
import { startTelemetry } from './platform/operations/telemetry.ts';
import { keepFilesPrivate, protectDataDir } from './platform/security/protect-data.ts';
import { VERSION } from './version.ts';

export type Running = { context: Context; stop(): Promise<void> };

export async function boot(config: Config, log: Log): Promise<Running> {
  refuseUnfinishedRestore(config.dataDir);
  await protectDataDir(config.dataDir, { holdsDatabase: !config.databaseUrl });
  const telemetry = await startTelemetry({
    endpoint: config.tracesEndpoint,
    version: VERSION,
    role: config.role,
  });
  const postgres = await findDatabase(config, log);
  const databaseUrl = postgres?.url ?? config.databaseUrl ?? '';
  try {
    await prepareDatabase(config, databaseUrl, log);
    const context = await createContext(config, databaseUrl, log);
    await context.queue.prepare(allJobs(context));
    await context.queue.endOtherSchedules(allJobs(context));
    return {
      context,
      async stop() {
        await closeContext(context);
        await postgres?.stop();
        await telemetry.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    await telemetry.stop();
    throw error;
  }
}

/**
 * Does the work of an operator's command. It joins the database of a running site by the address in its data folder, or
 * starts the database for as long as the work takes. If neither is possible, it prints why in one line and ends.
 */
export async function withSite<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const { context, stop } = await joinSite().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(1);
  });
  try {
    return await work(context);
  } finally {
    await stop();
  }
}

async function joinSite(): Promise<Running> {
  keepFilesPrivate();
  const config = readConfig(process.env);
  requireSite(config);
  return boot({ ...config, role: 'worker' }, createLog('warn'));
}

/** A command with the wrong folder would otherwise work on a new, empty site and give a wrong answer. */
export function requireSite({ databaseUrl, dataDir }: Config): void {
  const folder = join(dataDir, 'postgres');
  // Another user's database can be seen, but not entered; starting it explains that.
  if (databaseUrl || findHome(folder) || existsSync(join(folder, 'data'))) return;
  throw new Error(
    `There is no site in ${dataDir}. Set DATA_DIR to the folder of the site, or DATABASE_URL to its database.`,
  );
}

async function findDatabase(config: Config, log: Log): Promise<EmbeddedPostgres | undefined> {
  if (config.databaseUrl) return undefined;
  return startEmbeddedPostgres({
    folder: join(config.dataDir, 'postgres'),
    log: (line) => log.info(line),
    join: config.role === 'worker',
  });
}

/** Waits for the database and migrates it. */
async function prepareDatabase(config: Config, databaseUrl: string, log: Log): Promise<void> {
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  for (const url of new Set([directUrl, databaseUrl])) await waitForDatabase(url, log);
  const db = connectDatabase(directUrl, { maxConnections: 2 });
  try {
    const applied = await migrateToLatest(db);
    if (applied.length > 0) log.info({ applied }, 'migrated the database');
    if (config.databaseDirectUrl) await keepSettings(db);
  } finally {
    await db.destroy();
  }
}

/** Prints any failure to start as one line and exits with code 1. */
export async function runProcess(start: (config: Config, log: Log) => Promise<Running>): Promise<void> {
  try {
    keepFilesPrivate();
    const config = readConfig(process.env);
    const log = createLog(config.logLevel, createErrorReports(config.sentryDsn, VERSION));
    const starting = start(config, log);
    stopOnSignal(starting, log);
    await starting;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Encore cannot start. ${message}\n`);
    if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') {
      process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
    }
    process.exit(1);
  }
}

/**
 * A signal during the start waits until it is complete, so that nothing half-started is left behind. A second signal
 * ends the drain.
 */
function stopOnSignal(starting: Promise<Running>, log: Log): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isStopping) return (await starting).context.drain.hurry();
      isStopping = true;
      const running = await starting.catch(() => undefined);
      // runProcess reports a start that failed.
      if (!running) return;
      try {
        await running.stop();
        process.exit(0);
      } catch (error) {
        log.error({ err: error }, 'unclean stop');
        process.exit(1);
      }
    });
  }
}
