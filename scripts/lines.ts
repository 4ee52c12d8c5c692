import type { Manifest } from '#server/platform/operations/backup/manifest.ts';

const MEGABYTE = 1024 * 1024;

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function failWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export function describeBackup({ tables, files, postgresVersion }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${tables.length} tables of PostgreSQL ${postgresVersion}, ${files.count} files with ${(files.bytes / MEGABYTE).toFixed(1)} MB`;
}
