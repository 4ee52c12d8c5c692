/** Pass it as a ref to a step that replaces another one, so that keyboard users stay in place. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
