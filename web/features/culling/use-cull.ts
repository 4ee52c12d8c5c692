import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type CullAction,
  type CulledPhoto,
  cullingEndpoints,
  type PhotoAction,
} from '#contract/endpoints/culling.ts';
import { photoAddress } from '#web/components/photo.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';

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
    onSuccess: (action) => toast(undoneMessage(action), { ...TOAST, action: undefined }),
    onError: toast.failure,
    onSettled: refresh,
  });
  const offerUndo = (action: PhotoAction) => {
    if (action.photos === 0) return toast('The photos are already like this', TOAST);
    return toast(actionMessage(action), {
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
    onError: (error) => !isApiError(error, 'album_sold') && toast.failure(error),
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

const DONE: Record<CullAction, string> = {
  reject: 'Rejected',
  restore: 'Restored',
  move: 'Moved',
  rotate: 'Turned',
  cover: 'Changed the cover:',
};

export function actionMessage({
  kind,
  photos,
  to_title,
}: Pick<PhotoAction, 'kind' | 'photos' | 'to_title'>): string {
  if (kind === 'cover') return 'Changed the cover';
  const target = kind === 'move' && to_title ? ` to ${to_title}` : '';
  return `${DONE[kind]} ${countOf(photos, 'photo')}${target}`;
}

/** Says so if some photos were changed by somebody else in between. */
function undoneMessage({ kind, photos, undone_photos }: PhotoAction): string {
  const undone = undone_photos ?? 0;
  if (undone === 0) return 'Nothing to undo: the photos were changed since';
  if (kind === 'cover') return 'Changed the cover back';
  const kept = photos - undone;
  return kept === 0
    ? `Undone for ${countOf(undone, 'photo')}`
    : `Undone for ${countOf(undone, 'photo')}. ${countOf(kept, 'photo')} were changed since and stay`;
}

const TOKEN_FRESH_MS = 10 * 60_000;
const WHILE_TURNING_MS = 2_000;

export type CullingAlbum = ResponseOf<typeof cullingEndpoints.listCulledPhotos>;

export const cullingQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'culling', albumId],
    queryFn: ({ signal }) => callApi(cullingEndpoints.listCulledPhotos, { params: { id: albumId }, signal }),
    // The tokens of the pictures expire soon, and turned photos get new pictures within seconds.
    refetchInterval: ({ state }) =>
      state.data?.images.some(({ is_turning }) => is_turning) ? WHILE_TURNING_MS : TOKEN_FRESH_MS,
  });

export const photoActionsQuery = (albumId: number) =>
  apiQuery(['staff', 'photo-actions', albumId], cullingEndpoints.listPhotoActions, {
    params: { id: albumId },
  });

const TOKEN_LASTS_MS = 20 * 60_000;

type ShownPhoto = CulledPhoto & {
  /** Set while a call is on its way: the files are still where they were. */
  isInTray?: boolean;
};

/** Pictures of rejected photos lie in the tray of the event, where only staff see them. */
const isInTray = (photo: ShownPhoto) => photo.isInTray ?? photo.is_rejected;

/**
 * A photo keeps the token it was first shown with, because a new one would download it again. A photo that was turned,
 * rejected or restored gets the newest token, so that the browser does not show its old picture.
 */
export function useImageAddress(album: CullingAlbum) {
  const kept = useRef(new Map<string, { token: string; atMs: number }>());
  return (photo: CulledPhoto, variant: 'thumb' | 'preview') => {
    const folder = isInTray(photo) ? album.tray_uuid : album.album.uuid;
    const newest = isInTray(photo) ? album.tray_jwt : album.temp_jwt;
    const name = `${folder}/${photo.id}/${photo.rotation}/${photo.is_turning}`;
    const known = kept.current.get(name);
    const nowMs = Date.now();
    if (known && nowMs - known.atMs < TOKEN_LASTS_MS)
      return photoAddress(folder, photo.id, variant, known.token);
    kept.current.set(name, { token: newest, atMs: nowMs });
    return photoAddress(folder, photo.id, variant, newest);
  };
}
