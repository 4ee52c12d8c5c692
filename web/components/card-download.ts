import { createContext, type ReactNode } from 'react';

/** The download of an owned album on its card. A page provides it, because cards know no feature. */
export type CardDownload = (albumId: number, titleId: string) => ReactNode;

export const CardDownloadContext = createContext<CardDownload>(() => null);
