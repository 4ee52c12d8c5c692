import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useRouter } from '#web/lib/navigation.tsx';
import { readSession } from '#web/lib/session.ts';

type Decide = (mayLeave: boolean) => void;

/** Moving to another section of the page keeps the changes, so only leaving the page asks. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const history: RouterHistory = useRouter().history;
  const [decide, setDecide] = useState<Decide>();
  useEffect(() => {
    if (!isUnsaved) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation: current, nextLocation: next }) => {
        if (current.pathname === next.pathname || !readSession().isLoggedIn) return false;
        return new Promise<boolean>((resolve) => {
          const settle: Decide = (mayLeave) => {
            setDecide(undefined);
            resolve(!mayLeave);
          };
          setDecide(() => settle);
        });
      },
    });
  }, [history, isUnsaved]);
  if (!decide) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      sentence="Your changes will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    />
  );
}
