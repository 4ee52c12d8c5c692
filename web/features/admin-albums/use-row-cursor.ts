import { useState } from 'react';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { AdminAlbum } from './admin-albums.types.ts';

type RowCursorOptions = {
  count: number;
  rowAt: (index: number) => AdminAlbum | undefined;
  onMove: (index: number) => void;
  onOpen: (album: AdminAlbum, index: number) => void;
  onToggle: (album: AdminAlbum, index: number) => void;
  onReach: (from: number, to: number) => void;
  onPublish: (album: AdminAlbum) => void;
  onClose: () => void;
};

/** The row the keys speak of, and where a range that is chosen on the way began. */
export function useRowCursor(options: RowCursorOptions) {
  const { count, rowAt, onMove, onOpen, onToggle, onReach, onPublish, onClose } = options;
  const [cursor, setCursor] = useState(-1);
  const [anchor, setAnchor] = useState<number>();
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), count - 1);
    if (event.shiftKey) {
      const from = anchor ?? Math.max(cursor, 0);
      setAnchor(from);
      onReach(from, next);
    } else setAnchor(undefined);
    setCursor(next);
    onMove(next);
  };
  useHotkeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: () => {
      const album = rowAt(cursor);
      if (!album) return;
      setAnchor(undefined);
      onToggle(album, cursor);
    },
    enter: ({ target }) => {
      const album = rowAt(cursor);
      if (album && !(target instanceof Element && target.closest('a, button'))) onOpen(album, cursor);
    },
    p: () => {
      const album = rowAt(cursor);
      if (album) onPublish(album);
    },
    escape: onClose,
  });
  return { cursor, setCursor };
}
