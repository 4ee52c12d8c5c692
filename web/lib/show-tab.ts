/** Scrolls the open tab into view where tabs scroll sideways. */
export function showTab(tab: HTMLElement | null): void {
  // The document of tests cannot scroll.
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
}
