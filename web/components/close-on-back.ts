import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '#web/lib/navigation.tsx';

/** What covers the page, the topmost last. */
const dialogs: (() => unknown)[] = [];

/** Back closes the topmost dialog, as phones do, and the page below it stays. Parts that are shown alone have no router. */
export function useCloseOnBack(close: () => unknown, isOpen = true): void {
  const history: RouterHistory | undefined = useRouter({ warn: false })?.history;
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!history || !isOpen) return;
    const dialog = () => onBack();
    dialogs.push(dialog);
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        dialogs.at(-1)?.();
        return true;
      },
    });
    return () => {
      dialogs.splice(dialogs.indexOf(dialog), 1);
      unblock();
    };
  }, [history, isOpen]);
}
