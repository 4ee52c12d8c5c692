import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';

type EndLinkDialogProps = { isBusy: boolean; onConfirm: () => void; onCancel: () => void };

export function EndLinkDialog(props: EndLinkDialogProps) {
  return (
    <ConfirmDialog
      title="End this link?"
      sentence="Whoever has it can no longer see the photos. This cannot be undone."
      confirmLabel="End link"
      {...props}
    />
  );
}
