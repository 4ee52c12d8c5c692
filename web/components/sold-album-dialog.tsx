import type { ComponentProps } from 'react';
import { countOf } from '#web/lib/formats.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type SoldAlbumDialogProps = { owners: number; album?: string | undefined } & Pick<
  ComponentProps<typeof ConfirmDialog>,
  'onConfirm' | 'onCancel'
>;

/** Asks before photos leave an album that customers bought. */
export function SoldAlbumDialog({ owners, album = 'this album', ...answers }: SoldAlbumDialogProps) {
  return (
    <ConfirmDialog
      title="Take photos out of a sold album?"
      sentence={`${countOf(owners, 'customer')} bought ${album} and would lose these photos. You can undo it.`}
      confirmLabel="Take them out"
      {...answers}
    />
  );
}
