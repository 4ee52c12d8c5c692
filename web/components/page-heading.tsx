import type { ReactNode } from 'react';

type PageHeadingProps = { title: string; children?: ReactNode };

/** The h1 takes the focus after a navigation, so that screen readers announce the new page. */
export function PageHeading({ title, children }: PageHeadingProps) {
  return (
    <header className="grid gap-2">
      <h1 tabIndex={-1} className="text-28 font-extrabold leading-tight tracking-[-0.03em] desk:text-36">
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
