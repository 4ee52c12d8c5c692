import type { AppRouter } from '#web/router.tsx';

/** On the first load the focus stays where it is. */
export function focusPageOnNavigation(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
  });
}
