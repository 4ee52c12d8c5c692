import type { AppRouter } from '#web/router.tsx';

/** After a navigation the focus goes to the new page's heading; on the first load it stays put. */
export function focusPageOnNavigation(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
  });
}
