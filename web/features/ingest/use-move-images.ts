import { useMutation, useQueryClient } from '@tanstack/react-query';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toast } from '#web/lib/toast.ts';
import { doubtfulQuery } from './ingest.query.ts';
import { albumLabel, type IngestAlbum } from './ingest.types.ts';

const TOAST_MS = 10_000;

type Move = { album: IngestAlbum; images: number[] };

/** Photos cannot be moved back into the tray, so the toast offers another album instead of Undo. */
export function useMoveImages(eventId: number, onMoveElsewhere: (images: number[]) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = doubtfulQuery(eventId);
  return useMutation({
    mutationFn: ({ album, images }: Move) =>
      callApi(imageEndpoints.moveImages, { body: { albumId: album.id, images } }),
    onMutate: async ({ images }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const moved = new Set(images);
      queryClient.setQueryData(
        queryKey,
        (tray) => tray && { ...tray, images: tray.images.filter(({ id }) => !moved.has(id)) },
      );
      return before;
    },
    onSuccess: ({ moved }, { album, images }) => {
      toast(`Moved ${countOf(moved, 'photo')} to ${albumLabel(album)}`, {
        duration: TOAST_MS,
        action: { label: 'Move elsewhere', onClick: () => onMoveElsewhere(images) },
      });
    },
    onError: (error, _move, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      toast.error(messageOf(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}
