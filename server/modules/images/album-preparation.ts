import type { Context } from '#server/context.ts';
import { prepareAlbumJob } from './prepare-album.ts';
import { prepareKeys } from './prepare-soon.ts';

export type AlbumPreparation = {
  isUnderWay: boolean;
  /** Why the last try was given up. */
  failure: { reason: string; failedAt: Date } | undefined;
};

type World = Pick<Context, 'queue'>;

/** How far an album's originals are from being ready to send. */
export async function findPreparation({ queue }: World, albumId: number): Promise<AlbumPreparation> {
  const underWay = await Promise.all(
    prepareKeys(albumId).map((key) => queue.isUnderWay(prepareAlbumJob, key)),
  );
  const [last] = await listFailures({ queue }, albumId);
  return {
    isUnderWay: underWay.includes(true),
    failure: last && { reason: last.error, failedAt: last.failedAt },
  };
}

/** A new try takes the place of those that were given up. */
export async function forgetFailures({ queue }: World, albumId: number): Promise<void> {
  for (const { id } of await listFailures({ queue }, albumId)) await queue.discardDeadLetter(id);
}

async function listFailures({ queue }: World, albumId: number) {
  const letters = await queue.listDeadLetters();
  return letters.filter(
    ({ name, payload }) =>
      name === prepareAlbumJob.name && prepareAlbumJob.payload.safeParse(payload).data?.albumId === albumId,
  );
}
