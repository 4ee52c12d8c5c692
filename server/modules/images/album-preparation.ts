import type { Context } from '#server/context.ts';
import { prepareAlbumJob, prepareKeys } from '#server/modules/catalogue/prepare-soon.ts';

export type AlbumPreparation = {
  isUnderWay: boolean;
  failure: { reason: string; failedAt: Date } | undefined;
};

export async function findPreparation(
  { queue }: Pick<Context, 'queue'>,
  albumId: number,
): Promise<AlbumPreparation> {
  const underWay = await Promise.all(
    prepareKeys(albumId).map((key) => queue.isUnderWay(prepareAlbumJob, { key })),
  );
  const [last] = await listFailures({ queue }, albumId);
  return {
    isUnderWay: underWay.includes(true),
    failure: last && { reason: last.error, failedAt: last.failedAt },
  };
}

/** Discards the failed jobs of an album before a new one is enqueued. */
export async function forgetFailures({ queue }: Pick<Context, 'queue'>, albumId: number): Promise<void> {
  for (const { id } of await listFailures({ queue }, albumId)) await queue.discardDeadLetter(id);
}

async function listFailures({ queue }: Pick<Context, 'queue'>, albumId: number) {
  const letters = await queue.listDeadLetters();
  return letters.filter(
    ({ name, payload }) =>
      name === prepareAlbumJob.name && prepareAlbumJob.payload.safeParse(payload).data?.albumId === albumId,
  );
}
