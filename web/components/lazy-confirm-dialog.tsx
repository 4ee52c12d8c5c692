import type { ComponentProps } from 'react';
import { lazyPart, useLoadSoon } from '#web/lib/lazy-part.tsx';

const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazyPart(load, 'ConfirmDialog');

type LazyConfirmDialogProps = ComponentProps<typeof ConfirmDialog> & { isOpen: boolean };

/** For pages that are seen first: the library of dialogs comes after what they show. */
export function LazyConfirmDialog({ isOpen, ...dialog }: LazyConfirmDialogProps) {
  useLoadSoon(load);
  return isOpen && <ConfirmDialog {...dialog} />;
}
