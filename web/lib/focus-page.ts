/** Moves the focus to the heading of the page, so that the keyboard and screen readers go on from there. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** For a dialog whose button is gone by the time it closes, such as "Buy" after the purchase. */
export function focusPageIfLost(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) focusPage();
  });
}
