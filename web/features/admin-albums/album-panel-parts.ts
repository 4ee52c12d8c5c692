import { createContext, type ReactNode } from 'react';
import type { AdminAlbum } from '#contract/entities/staff-event.ts';

/** Parts of the panel that belong to other features. The page passes them in, because features do not import each other. */
export type AlbumPanelParts = {
  sales: (album: AdminAlbum) => ReactNode;
  movePhotos: (album: AdminAlbum, onClose: () => void) => ReactNode;
};

export const AlbumPanelPartsContext = createContext<AlbumPanelParts>({
  sales: () => null,
  movePhotos: () => null,
});
