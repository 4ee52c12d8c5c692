import { useMutation, useQueryClient } from '@tanstack/react-query';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toast } from '#web/lib/toast.ts';
import { albumLabel, type IngestAlbum } from './ingest.types.ts';

const UNDO_MS = 10_000;

type Move = { to: IngestAlbum; images: number[] };

const send = ({ to, images }: Move) =>
  callApi(imageEndpoints.moveImages, { body: { albumId: to.id, images } });

export function useMoveBetweenAlbums(from: IngestAlbum) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['staff'] });
  const undo = async (images: number[]) => {
    try {
      const { moved } = await send({ to: from, images });
      toast(`Moved ${countOf(moved, 'photo')} back to ${albumLabel(from)}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refresh();
  };
  return useMutation({
    mutationFn: send,
    onSuccess: ({ moved }, { to, images }) => {
      toast(`Moved ${countOf(moved, 'photo')} to ${albumLabel(to)}`, {
        duration: UNDO_MS,
        action: { label: 'Undo', onClick: () => void undo(images) },
      });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: refresh,
  });
}
