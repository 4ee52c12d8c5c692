import { parseArgs } from 'node:util';
import { z } from 'zod';
import { backUpSite } from '#server/keep-copies.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { keepFilesPrivate } from '#server/platform/security/protect-data.ts';
import { describeBackup, failWith, printLine } from './lines.ts';

const USAGE = 'usage: npm run backup -- TARGET [--keep NUMBER]';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
const keep = z.coerce.number().int().min(1).max(10_000).optional().safeParse(values.keep);
const [target, ...rest] = positionals;
if (!target || rest.length > 0 || !keep.success) failWith(USAGE);

try {
  keepFilesPrivate();
  const startedMs = Date.now();
  const config = readConfig(process.env);
  const { folder, manifest } = await backUpSite(config, { target, keep: keep.data, log: printLine });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  printLine(`Backed up to ${folder} in ${seconds} s: ${describeBackup(manifest)}`);
  if (manifest.bucket)
    printLine(`Pictures are in the bucket ${manifest.bucket} and not part of this backup.`);
  if (config.keys.length > 0) printLine('KEYS are not part of this backup: keep a copy of them elsewhere.');
} catch (error) {
  failWith(`There is no new backup. ${error instanceof Error ? error.message : error}`);
}
