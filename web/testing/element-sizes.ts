import { vi } from 'vitest';

/** jsdom has no layout: virtual lists need sizes to render rows, and pages need to know that this is a desktop. */
export function giveElementsASize(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  observeSize();
}

type Size = { width: number; height: number };

/** Whoever observes the size of an element is told this one, or none. */
export function observeSize(size?: Size): void {
  type Notify = (entries: { contentRect: Size }[]) => void;
  class Observer {
    readonly notify: Notify;
    constructor(notify: Notify) {
      this.notify = notify;
    }
    observe() {
      if (size) this.notify([{ contentRect: size }]);
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
}
