import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';

type SuspendDialogProps = { name: string; isBusy: boolean; onConfirm: () => void; onCancel: () => void };

export function SuspendDialog({ name, isBusy, onConfirm, onCancel }: SuspendDialogProps) {
  return (
    <ConfirmDialog
      title={`Suspend ${name}?`}
      sentence="All sessions and picture addresses of this account end at once, and it cannot log in. Nothing is deleted, and you can undo it."
      confirmLabel="Suspend account"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
