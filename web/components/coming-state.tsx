import type { ReactNode } from 'react';

type ComingStateProps = { title?: string; sentence: string; children?: ReactNode };

/** The honest state of a part that is not built yet: what will be here, and nothing that pretends. */
export function ComingState({ title = 'Coming soon', sentence, children }: ComingStateProps) {
  return (
    <section className="grid justify-items-center gap-3 rounded-sheet bg-sunk px-6 py-16 text-center desk:py-20">
      <span aria-hidden className="flex items-end gap-1.5 pb-2">
        <i className="h-8 w-7 rounded-tile bg-line" />
        <i className="h-11 w-9 rounded-tile bg-surface shadow-2" />
        <i className="h-8 w-7 rounded-tile bg-line" />
      </span>
      <h2 className="text-18 font-bold tracking-[-0.02em]">{title}</h2>
      <p className="max-w-[46ch] text-ink-2">{sentence}</p>
      {children && <div className="flex flex-wrap justify-center gap-2 pt-2">{children}</div>}
    </section>
  );
}
