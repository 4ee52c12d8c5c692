import type { ReactNode } from 'react';
import { PosterCodeForm } from './poster-code-form.tsx';

type UnknownPosterProps = { code: string; children: ReactNode };

/** The children are the search for teams and events. */
export function UnknownPoster({ code, children }: UnknownPosterProps) {
  return (
    <div className="wrap grid max-w-[720px]! gap-8 py-10 desk:py-16">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-28 font-extrabold tracking-[-0.03em] desk:text-36">
          We do not know this code
        </h1>
        <p className="text-ink-2">
          <b className="break-all text-ink">{code.slice(0, 20)}</b> may be mistyped, or its event has ended.
          Find your team here, or try the code again.
        </p>
      </header>
      {children}
      <PosterCodeForm />
    </div>
  );
}
