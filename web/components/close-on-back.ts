import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '#web/lib/navigation.tsx';

/** What covers the page, the topmost last. */
const dialogs: (() => unknown)[] = [];

/** Back closes the topmost dialog, as phones do, and the page below it stays. Parts that are shown alone have no router. */
export function useCloseOnBack(close: () => unknown, isOpen = true): void {
  const router: ReturnType<typeof useRouter> | undefined = useRouter({ warn: false });
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!router || !isOpen) return;
    const history: RouterHistory = router.history;
    // Nothing can stop Back on the first page of a visit, so the page gets a second entry. A browser skips one that comes
    // without a press. The address is that of the page, also while a question holds up the way to another one.
    if (!history.canGoBack() && navigator.userActivation?.isActive !== false) {
      const state = (before: object) => ({ ...before, isCovered: true });
      const same = { href: history.location.href, resetScroll: false, ignoreBlocker: true };
      void router.navigate({ ...same, state } as never);
    }
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
  }, [router, isOpen]);
}
