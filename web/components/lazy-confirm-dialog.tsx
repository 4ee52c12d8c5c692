import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLoadSoon } from '#web/lib/load-soon.ts';

const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazyPart(load, 'ConfirmDialog');

type LazyConfirmDialogProps = ComponentProps<typeof ConfirmDialog> & { isOpen: boolean };

/** For pages that are seen first: the library of dialogs comes after what they show. */
export function LazyConfirmDialog({ isOpen, ...dialog }: LazyConfirmDialogProps) {
  useLoadSoon(load);
  return (
    isOpen && (
      <Suspense>
        <ConfirmDialog {...dialog} />
      </Suspense>
    )
  );
}
