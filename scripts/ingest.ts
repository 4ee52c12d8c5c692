import { parseArgs } from 'node:util';
import { boot } from '#server/boot.ts';
import { ingestJobs } from '#server/modules/ingest/ingest.jobs.ts';
import { checkTarget, ingestFolder, type Report } from '#server/modules/ingest/ingest-folder.ts';
import { rescueInterrupted } from '#server/modules/ingest/sweep-uploads.ts';
import { watchFolder } from '#server/modules/ingest/watch-folder.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { showProgress } from './ingest-progress.ts';

const USAGE = 'usage: npm run ingest -- FOLDER --event ID [--album ID] [--watch]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    event: { type: 'string' },
    album: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
});
const [folder, ...others] = positionals;
const eventId = readId(values.event);
const albumId = values.album === undefined ? null : readId(values.album);
if (!folder || others.length > 0 || !eventId || albumId === undefined) {
  console.error(USAGE);
  process.exit(1);
}

// This joins the database of a running site or starts it, and this process handles its own photos.
const { context, stop } = await boot({ ...readConfig(process.env), role: 'worker' }, createLog('warn'));
const stopSignal = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopSignal.abort());
let exitCode = 0;
try {
  const target = { eventId, albumId };
  await checkTarget(context.db, target);
  await context.queue.startWorkers(ingestJobs(context));
  await rescueInterrupted(context);
  const progress = showProgress();
  const report = values.watch
    ? await watchFolder(context, { folder, target, onChange: progress.update, signal: stopSignal.signal })
    : await ingestFolder(context, { folder, target, onChange: progress.update, signal: stopSignal.signal });
  progress.stop();
  printReport(report);
  exitCode = report.failed.length > 0 || (report.waiting > 0 && !values.watch) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exitCode = 1;
} finally {
  await stop();
}
process.exit(exitCode);

function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

function printReport(report: Report): void {
  const { filed, doubtful, clock, duplicates, failed, waiting } = report;
  console.log(
    `${filed} filed, ${doubtful} doubtful, ${clock} clock frames, ${duplicates} duplicates, ${failed.length} failed`,
  );
  for (const { path, reason } of failed) console.log(`  failed: ${path}: ${reason}`);
  if (waiting > 0) console.log(`  ${waiting} still waiting; they continue when the site runs`);
}
