import type { ReactNode } from 'react';

/** The whole site is dark while this is on the page (see tokens.css). */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <div data-stage className="min-h-dvh bg-bg text-ink">
      {children}
    </div>
  );
}
