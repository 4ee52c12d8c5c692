import { vi } from 'vitest';

/** jsdom lays nothing out; with sizes, lists that draw only what is seen have something to draw. */
export function giveElementsASize(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
}
