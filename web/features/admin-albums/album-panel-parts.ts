import { createContext, type ReactNode } from 'react';
import type { AdminAlbum } from './admin-albums.types.ts';

/** What other features show of an album; the page, which knows them all, hands it in. */
export type AlbumPanelParts = {
  sales: (album: AdminAlbum) => ReactNode;
  movePhotos: (album: AdminAlbum, onClose: () => void) => ReactNode;
};

export const AlbumPanelPartsContext = createContext<AlbumPanelParts>({
  sales: () => null,
  movePhotos: () => null,
});
