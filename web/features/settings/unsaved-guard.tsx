import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { readSession } from '#web/lib/session.ts';

/** Moving to another section of the page keeps the changes, so only leaving the page asks. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && readSession().isLoggedIn,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      sentence="Your changes will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={leaving.proceed}
      onCancel={leaving.reset}
    />
  );
}
