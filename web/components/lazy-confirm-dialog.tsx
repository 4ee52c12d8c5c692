import type { ComponentProps } from 'react';
import { lazyPart, useLoadSoon } from '#web/lib/lazy-part.tsx';

const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazyPart(load, 'ConfirmDialog');

type LazyConfirmDialogProps = ComponentProps<typeof ConfirmDialog> & { isOpen: boolean };

/** First pages load the library of dialogs after their content. */
export function LazyConfirmDialog({ isOpen, ...dialog }: LazyConfirmDialogProps) {
  useLoadSoon(load);
  return isOpen && <ConfirmDialog {...dialog} />;
}
