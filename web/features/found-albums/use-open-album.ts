import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Image } from '#contract/entities/album.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { useKeptAlbum } from '#web/lib/kept-albums.ts';
import { useUser } from '#web/lib/session.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { ownedAlbumQuery } from './owned-album.query.ts';
import { keepPass, readPass, type ViewPass } from './view-pass.ts';

/** The pictures come from the device. Like a real token, this one names the viewer, so that copies are told apart. */
const offlineToken = (userId: number) => `offline.${userId.toString(36)}`;

export type OpenAlbum = { images: readonly Image[]; token: string };

export function useOpenAlbum({ album, owned }: UserFoundAlbum) {
  const user = useUser();
  const [pass, setPass] = useState(() => readPass(user.id, album.id));
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<number>>(new Set());
  const kept = useKeptAlbum(album.id);
  const isOnline = useIsOnline();
  const mine = useQuery({ ...ownedAlbumQuery(album.id), enabled: owned });
  // Right after the purchase the previewed photos stay on the screen until the owned ones have arrived.
  const fresh = mine.data && { images: mine.data.images, token: mine.data.temp_jwt };
  const offline = kept && !isOnline ? { images: kept.images, token: offlineToken(user.id) } : undefined;
  const { images, token } = (owned ? (fresh ?? offline) : undefined) ?? pass ?? {};
  const open = useMemo(
    (): OpenAlbum | undefined =>
      images && token ? { images: images.filter(({ id }) => !hiddenIds.has(id)), token } : undefined,
    [images, token, hiddenIds],
  );
  /** A photo that a privacy report hid disappears from this page, also after a reload. */
  const hide = (imageId: number) => {
    setHiddenIds((known) => new Set(known).add(imageId));
    if (pass)
      keepPass(user.id, album.id, { ...pass, images: pass.images.filter(({ id }) => id !== imageId) });
  };
  return {
    open,
    pass: owned ? undefined : pass,
    error: owned ? mine.error : null,
    retry: () => void mine.refetch(),
    enter: (next: ViewPass) => setPass(next),
    hide,
  };
}
