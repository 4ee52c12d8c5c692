import type { Router } from '#web/lib/router/create-router.ts';

/** On the first load the focus stays where it is. */
export function focusPageOnNavigation(router: Router): void {
  router.onDrawn(({ from, to }) => {
    if (!from || from.pathname === to.pathname) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
  });
}
