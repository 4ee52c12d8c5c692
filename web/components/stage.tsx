import type { ReactNode } from 'react';

/** The house lights go down: while a stage is on the page, the whole site is dark (see tokens.css). */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <div data-stage className="min-h-dvh bg-bg text-ink">
      {children}
    </div>
  );
}
