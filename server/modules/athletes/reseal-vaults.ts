import { type Context, inTransaction } from '#server/context.ts';
import { listReferencePhotoIds, lockReferenceFile } from './reference-photos.queries.ts';
import { resealVault } from './template-vault.ts';

/**
 * Seals the keys of face data with the newest key. Returns how many had an older one. The lock keeps a photo from being
 * erased meanwhile, so that its destroyed key does not come back.
 */
export async function resealVaults(context: Context): Promise<number> {
  let resealed = 0;
  for (const photoId of await listReferencePhotoIds(context.db)) {
    const isChanged = await inTransaction(context, async (tx) => {
      const fileId = await lockReferenceFile(tx.db, photoId);
      return fileId !== undefined && resealVault(tx, fileId);
    });
    if (isChanged) resealed += 1;
  }
  return resealed;
}
