import { useRef } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { photoAddress } from '#web/components/photo-address.ts';
import type { CullingAlbum } from './culling.query.ts';

const TOKEN_LASTS_MS = 20 * 60_000;

type ShownPhoto = CulledPhoto & {
  /** Set while a call is on its way: the files are still where they were. */
  isInTray?: boolean;
};

/** Pictures of rejected photos lie in the tray of the event, where only staff see them. */
export const isInTray = (photo: ShownPhoto) => photo.isInTray ?? photo.is_rejected;

/**
 * A photo keeps the token it was first shown with, because a new one would download it again. A photo that was turned,
 * rejected or restored gets the newest token, so that the browser does not show its old picture.
 */
export function usePictureAddress(album: CullingAlbum) {
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
