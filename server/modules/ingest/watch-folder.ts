import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { watch } from 'chokidar';
import type { Context } from '#server/context.ts';
import { type FolderIngest, isHidden, listFiles, type Report, type Run, startRun } from './ingest-folder.ts';

const FILES_IN_FLIGHT = 4;
const PROGRESS_EVERY_MS = 500;
const QUIET_MS = 2_000;

type FolderWatch = FolderIngest & {
  /** A file counts as complete when it has not changed for this long. */
  quietMs?: number;
};

/**
 * Watches a folder until the signal. After a restart, files received before count as duplicates. The folder is also
 * read from time to time, because change notifications get lost and network folders send none.
 */
export async function watchFolder(context: Context, job: FolderWatch): Promise<Report> {
  const { folder, target, onChange, signal, quietMs = QUIET_MS } = job;
  const complain = (error: unknown) => context.log.warn({ err: error }, 'reading the folder failed');
  const run = startRun(context, target);
  const line = startLine(run, signal);
  const watcher = watch(folder, {
    ignored: (path) => path !== folder && isHidden(path),
    awaitWriteFinish: { stabilityThreshold: quietMs, pollInterval: Math.min(quietMs / 4, 200) },
  });
  watcher.on('add', (path) => line.offer(path));
  watcher.on('change', (path) => line.offer(path));
  watcher.on('error', complain);
  const readAgain = async () => {
    for (const path of await listFiles(folder)) await line.offer(path, quietMs);
  };
  const timers = [
    setInterval(() => readAgain().catch(complain), quietMs * 5),
    setInterval(async () => {
      await run.countDone().then((done) => onChange({ done, total: line.count() }), complain);
    }, PROGRESS_EVERY_MS),
  ];
  if (!signal.aborted) await once(signal, 'abort');
  for (const timer of timers) clearInterval(timer);
  await watcher.close();
  await line.finish();
  return run.report();
}

/** Takes each version of a file once, and again if the disk was full or the database away. */
function startLine(run: Run, signal: AbortSignal) {
  const seen = new Map<string, string>();
  const notTaken = new Set<string>();
  const waiting: string[] = [];
  const working = new Set<Promise<unknown>>();
  let total = 0;

  function takeNext(): void {
    while (working.size < FILES_IN_FLIGHT && !signal.aborted) {
      const path = waiting.shift();
      if (path === undefined) return;
      const work = run.take(path).then((isTaken) => {
        if (!isTaken) notTaken.add(path);
        working.delete(work);
        takeNext();
      });
      working.add(work);
    }
  }

  return {
    async offer(path: string, untouchedMs = 0): Promise<void> {
      const file = await stat(path).catch(() => undefined);
      if (!file || Date.now() - file.mtimeMs < untouchedMs) return;
      const version = `${file.size} ${file.mtimeMs}`;
      const isAgain = notTaken.delete(path);
      if (!isAgain && seen.get(path) === version) return;
      seen.set(path, version);
      if (!isAgain) total += 1;
      waiting.push(path);
      takeNext();
    },
    count: () => total,
    finish: () => Promise.all(working),
  };
}
