// npm run trace -- FILE [FILE...] --reason "..." [--event N] [--album N]: tells whose copies are in a leak.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MAX_LEAKED_IMAGES } from '#contract/endpoints/leaks.ts';
import { idInPath, requiredText } from '#contract/primitives.ts';
import { withSite } from '#server/boot.ts';
import { searchLeakedFiles } from '#server/modules/leaks/search-leaked-files.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { failWith } from './lines.ts';

const USAGE = `usage: npm run trace -- FILE [FILE...] --reason "WHY" [--event NUMBER] [--album NUMBER]
       at most ${MAX_LEAKED_IMAGES} files, all of one leak`;

const { positionals: paths, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, event: { type: 'string' }, album: { type: 'string' } },
});
const reason = requiredText(500).safeParse(values.reason);
const [event, album] = [values.event, values.album].map((text) =>
  text === undefined ? null : idInPath.safeParse(text).data,
);
const isCount = paths.length >= 1 && paths.length <= MAX_LEAKED_IMAGES;
if (!isCount || !reason.success || event === undefined || album === undefined) failWith(USAGE);
const pictures = await Promise.all(
  paths.map((path) => readFile(path).catch(() => failWith(`There is no file ${path}.`))),
);

try {
  const wanted = { pictures, reason: reason.data, eventId: event, albumId: album };
  const lines = await withSite((context) => searchLeakedFiles(context, wanted));
  console.log(lines.join('\n'));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
