import { parseArgs } from 'node:util';
import { restoreSite } from '#server/keep-copies.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { findBackup, readManifest } from '#server/platform/operations/backup/manifest.ts';
import { checkBackup } from '#server/platform/operations/backup/restore-backup.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { keepFilesPrivate } from '#server/platform/security/protect-data.ts';
import { describeBackup, failWith, printLine } from './lines.ts';

const USAGE = 'usage: npm run restore -- SOURCE [--replace] [--check]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
});
const [source, ...rest] = positionals;
if (!source || rest.length > 0) failWith(USAGE);

try {
  keepFilesPrivate();
  if (values.check) await check(source);
  else await restore(source);
} catch (error) {
  failWith(`Not restored. ${error instanceof Error ? error.message : error}`);
}

async function check(source: string): Promise<void> {
  const folder = await findBackup(source);
  const manifest = await readManifest(folder);
  await checkBackup(folder, manifest);
  printLine(`${folder} is intact: ${describeBackup(manifest)}`);
}

async function restore(source: string): Promise<void> {
  const startedMs = Date.now();
  const options = { source, replaces: values.replace, log: printLine };
  const { folder, manifest, warnings } = await restoreSite(
    readConfig(process.env),
    options,
    createLog('warn'),
  );
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  printLine(`Restored ${folder} in ${seconds} s: ${describeBackup(manifest)}`);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  if (warnings.length > 0) process.exit(2);
}
