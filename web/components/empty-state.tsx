import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; sentence: string; children?: ReactNode };

export function EmptyState({ title, sentence, children }: EmptyStateProps) {
  return (
    <section className="grid justify-items-center gap-2 rounded-sheet bg-sunk px-6 py-14 text-center">
      <h2 className="text-18 font-bold tracking-[-0.02em]">{title}</h2>
      <p className="max-w-[46ch] text-ink-2">{sentence}</p>
      {children && <div className="flex flex-wrap justify-center gap-2 pt-3">{children}</div>}
    </section>
  );
}
