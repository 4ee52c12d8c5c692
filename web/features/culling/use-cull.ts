import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { cullingEndpoints, type PhotoAction } from '#contract/endpoints/culling.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { cullingQuery } from './culling.query.ts';
import { actionWords, undoneWords } from './culling-words.ts';
import { isInTray } from './use-picture-address.ts';

/** At the top, because the bar for selected photos is at the bottom. The next one takes its place. */
const TOAST = { id: 'culling', position: 'top-center', duration: 10_000 } as const;

export type CullBody = BodyOf<typeof cullingEndpoints.cullPhotos>;

/** Rejected and restored photos change on the screen at once; a refusal brings back what was there. */
export function useCull(albumId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = cullingQuery(albumId);
  // Calls that overtook one another would make Undo take back another action than the last one.
  const inOrder = { mutationKey: ['culling', albumId], scope: { id: `culling-${albumId}` } };
  const refresh = () => {
    // Reloading between two actions would show the second one undone.
    if (queryClient.isMutating({ mutationKey: inOrder.mutationKey }) > 1) return;
    void queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  const undo = useMutation({
    ...inOrder,
    mutationFn: (key: string) => callApi(cullingEndpoints.undoPhotoAction, { params: { key } }),
    onSuccess: (action) => toast(undoneWords(action), { ...TOAST, action: undefined }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: refresh,
  });
  const offerUndo = (action: PhotoAction) => {
    if (action.photos === 0) return toast('The photos are already like this', TOAST);
    return toast(actionWords(action), {
      ...TOAST,
      action: { label: 'Undo', onClick: () => undo.mutate(action.key) },
    });
  };
  const cull = useMutation({
    ...inOrder,
    mutationFn: (body: CullBody) => callApi(cullingEndpoints.cullPhotos, { params: { id: albumId }, body }),
    onMutate: async ({ action, images }) => {
      if (action !== 'reject' && action !== 'restore') return;
      await queryClient.cancelQueries({ queryKey });
      const chosen = new Set(images);
      queryClient.setQueryData(
        queryKey,
        (album) =>
          album && {
            ...album,
            images: album.images.map((image) =>
              chosen.has(image.id)
                ? { ...image, is_rejected: action === 'reject', isInTray: isInTray(image) }
                : image,
            ),
          },
      );
    },
    onSuccess: offerUndo,
    onError: (error) => !isApiError(error, 'album_sold') && toast.error(messageOf(error)),
    onSettled: refresh,
  });
  return { cull, undo };
}

type Culling = {
  cull: { data: PhotoAction | undefined };
  undo: { variables: string | undefined };
};

/** The list may be older than the last call, so both are looked at, and an action that is being undone is left out. */
export function findLastAction(
  listed: readonly PhotoAction[] = [],
  { cull, undo }: Culling,
): string | undefined {
  const isListed = listed.some(({ key }) => key === cull.data?.key);
  const actions = cull.data && !isListed ? [cull.data, ...listed] : listed;
  return actions.find(({ can_undo, key }) => can_undo && key !== undo.variables)?.key;
}
