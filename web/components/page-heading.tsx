import { type ReactNode, useLayoutEffect, useRef } from 'react';

type PageHeadingProps = { title: string; children?: ReactNode };

/** True while a commit replaces the heading that has the focus. */
let isFocusLost = false;

/** The h1 takes the focus after a navigation, so that screen readers announce the new page. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading shown while the page loads gives the focus to the next one.
  useLayoutEffect(() => {
    const { current } = heading;
    if (isFocusLost) current?.focus({ preventScroll: true });
    return () => {
      isFocusLost = document.activeElement === current;
      queueMicrotask(() => {
        isFocusLost = false;
      });
    };
  }, []);
  return (
    <header className="grid gap-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-28 font-extrabold leading-tight tracking-[-0.03em] desk:text-36"
      >
        {title}
      </h1>
      {children && <p className="max-w-[60ch] text-ink-2">{children}</p>}
    </header>
  );
}

export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.focus({ preventScroll: true });
}

/** The element that had the focus may be gone, such as the gate of an album that has opened since. */
export function keepFocusOnPage(): void {
  if (document.activeElement === document.body) focusHeading();
}
