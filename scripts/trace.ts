// npm run trace -- FILE --reason "..." [--event N] [--album N]: tells to which account a leaked preview was shown.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { id as idSchema, requiredText } from '#contract/primitives.ts';
import { boot } from '#server/boot.ts';
import { traceFile } from '#server/modules/tracing/trace-file.ts';
import { readConfig } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import { createLog } from '#server/platform/log.ts';

const USAGE = 'usage: npm run trace -- FILE --reason "WHY" [--event NUMBER] [--album NUMBER]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, event: { type: 'string' }, album: { type: 'string' } },
});
const [path, ...others] = positionals;
const reason = requiredText(500).safeParse(values.reason);
const [event, album] = [values.event, values.album].map((text) =>
  text === undefined ? null : idSchema.safeParse(Number(text)).data,
);
if (!path || others.length > 0 || !reason.success || event === undefined || album === undefined) fail(USAGE);
const leak = await readFile(path).catch(() => fail(`There is no file ${path}.`));

const { context, stop } = await boot({ ...readConfig(process.env), role: 'api' }, createLog('warn'));
try {
  const wanted = { reason: reason.data, eventId: event, albumId: album };
  const lines = await traceFile(context, { ...wanted, leak });
  console.log(lines.join('\n'));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await stop();
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
