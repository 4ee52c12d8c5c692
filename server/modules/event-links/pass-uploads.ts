import { MOST_PASS_BYTES, MOST_PASS_FILES, PASS_FILES_PER_10_MINUTES } from '#contract/endpoints/passes.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { countPassUpload } from './passes.queries.ts';

export { findPassUse, passesToJoin } from './passes.queries.ts';

/** Counts an upload before it begins, so that many at once cannot pass the limits of a pass together. */
export async function beginPassUpload(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  passId: number,
  sizeBytes: number,
): Promise<void> {
  await takeHits({ db, clock }, [
    { key: `pass-upload:${passId}`, max: PASS_FILES_PER_10_MINUTES, minutes: 10 },
  ]);
  const most = { files: MOST_PASS_FILES, bytes: MOST_PASS_BYTES };
  if (await countPassUpload(db, passId, { sizeBytes, most })) return;
  throw new AppError('too_many', {
    message: `This pass has reached its limit of ${MOST_PASS_FILES.toLocaleString('en-US')} photos. Ask the photo team for another.`,
  });
}
