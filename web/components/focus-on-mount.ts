/** As a ref: a step that replaces another takes the focus with it. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
