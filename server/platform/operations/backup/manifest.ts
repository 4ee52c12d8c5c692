import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A backup is a folder with these; the manifest is written last. */
export const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.jsonl';
export const FILES = 'files';
export const TABLES = 'tables';

const FORMAT = 1;
const UNFINISHED = '.unfinished-';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The release that wrote the backup; a later one migrates what it restores. */
  release: z.string().max(100),
  postgresVersion: z.string().max(100),
  /** Names where pictures are, if they are not among the files. */
  bucket: z.string().max(300).optional(),
  /** Shows whether the keys of a site can decrypt this backup. */
  keyMark: z.string().max(100),
  schema: z.object({
    objects: z.array(z.string()),
    completion: z.array(z.string()),
    tables: z.array(z.object({ name: z.string(), columns: z.string() })),
    sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  }),
  tables: z.array(
    z.object({ name: z.string(), file: z.string().regex(/^\d{4}\.copy\.gz$/), rows: count, sha256 }),
  ),
  files: z.object({ count, bytes: count, sha256 }),
});
export type Manifest = z.output<typeof manifestSchema>;
export type NewManifest = Omit<Manifest, 'format'>;

const storedFile = z.object({ path: z.string().min(1), bytes: count, mtimeMs: z.number(), sha256 });
export type StoredFile = z.output<typeof storedFile>;

export function writeManifest(manifest: NewManifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest })}\n`;
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new Error(`${join(folder, MANIFEST)} is damaged, or a later release of Encore wrote it.`);
  }
  return parsed.data;
}

export function parseFileList(text: string): StoredFile[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => storedFile.parse(parseJson(line)));
}

/** Backups are named by their time, so the names sort by age. */
export function nameBackup(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-');
}

export function nameUnfinished(name: string): string {
  return `${UNFINISHED}${name}`;
}

/** The complete backups in a folder, oldest first, and what killed ones left behind. */
export async function listBackups(target: string): Promise<{ complete: string[]; unfinished: string[] }> {
  const names = (await readdir(target)).toSorted();
  const complete: string[] = [];
  const unfinished = names.filter((name) => name.startsWith(UNFINISHED));
  for (const name of names.filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name))) {
    const hasManifest = await stat(join(target, name, MANIFEST)).catch(() => undefined);
    (hasManifest ? complete : unfinished).push(name);
  }
  return { complete, unfinished };
}

/** SOURCE is one backup, or the folder of several, of which the newest counts. */
export async function findBackup(source: string): Promise<string> {
  if (await stat(join(source, MANIFEST)).catch(() => undefined)) return source;
  const { complete } = await listBackups(source).catch(() => ({ complete: [] }));
  const newest = complete.at(-1);
  if (!newest) throw new Error(`There is no complete backup in ${source}.`);
  return join(source, newest);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
