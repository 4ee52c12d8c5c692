import type { Context } from '#server/context.ts';
import { hasWebApp } from '#server/platform/http/serve-web.ts';
import { hasSpace, readDiskSpace } from '#server/platform/operations/disk-space.ts';

type Process = Pick<Context, 'config' | 'db' | 'drain'>;

/** Returns why this process should get no requests, or undefined if it should. */
export async function whyNotReady(
  { config, db, drain }: Process,
  hasSite: () => boolean = hasWebApp,
): Promise<string | undefined> {
  if (drain.isOn) return 'the process is stopping';
  // During development another server may show the site.
  if (config.production && config.role !== 'worker' && !hasSite()) {
    return 'the site is not built: dist/web/index.html is missing';
  }
  try {
    await db.selectNoFrom((eb) => eb.lit(1).as('alive')).execute();
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}

/** A process without space for uploads still serves everything else. */
export async function whyNoUploads(process: Process): Promise<string | undefined> {
  if (!hasSpace(await readDiskSpace(process.config.dataDir))) return 'the disk is full';
  return whyNotReady(process);
}
