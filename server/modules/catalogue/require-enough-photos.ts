import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';

type Unsold = { imagesCount: number; publishedAt: string | null };

/** An album without any photo is not sold yet, so it needs no confirmation. */
export async function requireEnoughPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  albums: readonly Unsold[],
): Promise<void> {
  const { few_photos_warning: fewest } = await getSettings(tx);
  const few = albums.filter(
    ({ imagesCount, publishedAt }) => publishedAt === null && imagesCount > 0 && imagesCount < fewest,
  );
  if (few.length === 0) return;
  throw new AppError('few_photos', { details: { albums: few.length, fewest } });
}
