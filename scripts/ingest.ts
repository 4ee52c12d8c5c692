import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { idInPath } from '#contract/primitives.ts';
import { withSite } from '#server/boot.ts';
import { ingestJobs } from '#server/modules/ingest/ingest.jobs.ts';
import {
  checkTarget,
  ingestFolder,
  type Progress,
  type Report,
} from '#server/modules/ingest/ingest-folder.ts';
import { rescueInterrupted } from '#server/modules/ingest/uploads/upload-pieces.ts';
import { watchFolder } from '#server/modules/ingest/watch-folder.ts';
import { failWith } from './lines.ts';

const USAGE = 'usage: npm run ingest -- FOLDER --event ID [--album ID] [--watch]';

const LINE_EVERY_MS = 5_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    event: { type: 'string' },
    album: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
});
const [folder = '', ...others] = positionals;
const eventId = idInPath.safeParse(values.event).data;
const albumId = values.album === undefined ? null : idInPath.safeParse(values.album).data;
if (!folder || others.length > 0 || !eventId || albumId === undefined) failWith(USAGE);
const target = { eventId, albumId };

const stopSignal = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopSignal.abort());
const progress = showProgress();
const job = { folder, onChange: progress.update, signal: stopSignal.signal };
let exitCode = 0;
try {
  const report = await ingest();
  progress.stop();
  printReport(report);
  exitCode = report.failed.length > 0 || (report.waiting > 0 && !values.watch) ? 1 : 0;
} catch (error) {
  progress.stop();
  console.error(error instanceof Error ? error.message : String(error));
  exitCode = 1;
}
process.exit(exitCode);

/** Joins the database of a running site or starts it, and this process handles its own photos. */
async function ingest(): Promise<Report> {
  return withSite(async (context) => {
    await checkTarget(context.db, target);
    await context.queue.startWorkers(ingestJobs(context));
    await rescueInterrupted(context);
    const run = values.watch ? watchFolder : ingestFolder;
    return await run(context, { ...job, target });
  });
}

function printReport(report: Report): void {
  const { filed, unsorted, clock, duplicates, failed, waiting } = report;
  console.log(
    `${filed} filed, ${unsorted} unsorted, ${clock} clock frames, ${duplicates} duplicates, ${failed.length} failed`,
  );
  for (const { path, reason } of failed) console.log(`  failed: ${path}: ${reason}`);
  if (waiting > 0) console.log(`  ${waiting} still waiting; they continue when the site runs`);
}

function showProgress(): { update(progress: Progress): void; stop(): void } {
  return process.stdout.isTTY ? showBar() : showLines();
}

function showBar() {
  const format = ' {bar} {value}/{total} files | {duration_formatted}';
  const bar = new SingleBar({ format, hideCursor: true }, Presets.shades_classic);
  bar.start(0, 0);
  return {
    update({ done, total }: Progress) {
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

function showLines() {
  let last = 0;
  let line = '';
  return {
    update({ done, total }: Progress) {
      line = `${done} of ${total} files`;
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      console.log(line);
    },
    stop: () => console.log(line || '0 of 0 files'),
  };
}
