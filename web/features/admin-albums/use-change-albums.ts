import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { type AlbumBatch, albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { doneWords } from './bulk-words.ts';
import { isFewPhotos } from './few-photos-dialog.tsx';

const POLL_MS = 500;
const UNDO_MS = 10_000;

export type AlbumsChange = Omit<SentBody<typeof albumBatchEndpoints.changeAlbums>, 'key'>;
export type BatchProgress = Pick<AlbumBatch, 'action'> & { done: number; total: number };

const progressOf = ({ action, changed, unchanged, refused, total }: AlbumBatch): BatchProgress => ({
  action,
  done: changed + unchanged + refused.length,
  total,
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a change of many albums and polls its progress until it is finished. */
export function useChangeAlbums() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BatchProgress>();
  const follow = async (asked: Promise<AlbumBatch>): Promise<AlbumBatch> => {
    let batch = await asked;
    while (!batch.is_finished) {
      setProgress(progressOf(batch));
      await pause(POLL_MS);
      batch = await callApi(albumBatchEndpoints.getAlbumBatch, { params: { key: batch.key } });
    }
    return batch;
  };
  const onSettled = () => {
    setProgress(undefined);
    return queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  // A dialog asks about albums with very few photos.
  const onError = (error: Error) => {
    if (!isFewPhotos(error)) toast.error(messageOf(error));
  };
  const undo = useMutation({
    mutationFn: (key: string) => follow(callApi(albumBatchEndpoints.undoAlbumBatch, { params: { key } })),
    onSuccess: (batch) => toast(doneWords(batch)),
    onError,
    onSettled,
  });
  const change = useMutation({
    mutationFn: (albums: AlbumsChange) =>
      follow(callApi(albumBatchEndpoints.changeAlbums, { body: { ...albums, key: crypto.randomUUID() } })),
    onSuccess: (batch) => {
      const canUndo = batch.changed > 0 && batch.action !== 'prepare_zips';
      toast(doneWords(batch), {
        duration: UNDO_MS,
        ...(canUndo && { action: { label: 'Undo', onClick: () => undo.mutate(batch.key) } }),
      });
    },
    onError,
    onSettled,
  });
  return { change, isBusy: change.isPending || undo.isPending, progress };
}
