import { vi } from 'vitest';

/** jsdom has no layout, and virtual lists need sizes to render rows. */
export function giveElementsASize(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
}
