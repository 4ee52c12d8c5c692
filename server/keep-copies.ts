import { join } from 'node:path';
import { boot, requireSite } from './boot.ts';
import { findLinesOff } from './modules/ledger/check-ledger.ts';
import type { Config } from './platform/config/config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { createBackup } from './platform/operations/backup/create-backup.ts';
import type { Manifest } from './platform/operations/backup/manifest.ts';
import { restoreBackup } from './platform/operations/backup/restore-backup.ts';
import { refuseUnfinishedRestore } from './platform/operations/backup/restore-mark.ts';
import type { Log } from './platform/operations/log.ts';
import { createKeyRing, isSignature, type KeyRing, signText } from './platform/security/key-ring.ts';
import { VERSION } from './version.ts';

type Tell = (line: string) => void;

const MARKED_TEXT = 'backup';

/** Backs up a site, whether it runs or not. */
export async function backUpSite(
  config: Config,
  options: { target: string; keep: number | undefined; log: Tell },
): Promise<{ folder: string; manifest: Manifest }> {
  refuseUnfinishedRestore(config.dataDir);
  requireSite(config);
  const { log } = options;
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), log, join: true });
  try {
    return await createBackup({
      ...options,
      dataDir: config.dataDir,
      // A snapshot spans many statements, which a pooler in transaction mode would spread over connections.
      databaseUrl: postgres?.url ?? config.databaseDirectUrl ?? config.databaseUrl ?? '',
      release: VERSION,
      bucket: config.s3?.bucket,
      keyMark: signText(markKeys(config), MARKED_TEXT),
      now: new Date(),
    });
  } finally {
    await postgres?.stop();
  }
}

/** Restores a backup, migrates its database, and returns what the operator should check. */
export async function restoreSite(
  config: Config,
  options: { source: string; replaces: boolean; log: Tell },
  log: Log,
): Promise<{ folder: string; manifest: Manifest; warnings: string[] }> {
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const now = new Date();
  const { asideFolders, ...restored } = await restoreBackup({
    ...options,
    dataDir: config.dataDir,
    databaseUrl,
    now,
  });
  for (const folder of asideFolders) options.log(`What was there before is in ${folder}`);
  const warnings = [
    ...warnAboutKeys(config, restored.manifest),
    ...warnAboutBucket(config, restored.manifest),
  ];
  options.log('Checking the ledger');
  const { context, stop } = await boot({ ...config, role: 'worker' }, log);
  try {
    const off = await findLinesOff(context, 0);
    if (off.length > 0) warnings.push(`Ledger entries differ from their lines: ${off.join('; ')}`);
  } finally {
    await stop();
  }
  return { ...restored, warnings };
}

function markKeys(config: Config): KeyRing {
  return createKeyRing(config, 'athlete-secret', 'backups');
}

function warnAboutKeys(config: Config, { keyMark }: Manifest): string[] {
  if (isSignature(markKeys(config), MARKED_TEXT, keyMark)) return [];
  return [
    'KEYS are not those of the backup: sessions end, and face data and authenticator apps cannot be read.',
  ];
}

function warnAboutBucket(config: Config, { bucket }: Manifest): string[] {
  if (bucket === config.s3?.bucket) return [];
  return bucket
    ? [`The pictures of this backup are in the bucket ${bucket}: set S3_BUCKET to it or to a copy of it.`]
    : [
        'The backup holds its pictures, but S3_BUCKET is set: unset it, or copy DATA_DIR/photos into the bucket.',
      ];
}
