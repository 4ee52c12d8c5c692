import { type ReactNode, useId } from 'react';

type SectionCardProps = {
  id?: string;
  title: string;
  intro?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function SectionCard({ id, title, intro, aside, children }: SectionCardProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] scroll-mt-[88px] gap-5 rounded-sheet border border-line bg-surface p-5 desk:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 id={titleId} className="text-22 leading-tight font-[750] tracking-[-0.02em]">
            {title}
          </h2>
          {intro && <p className="max-w-[56ch] text-15 text-ink-2">{intro}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
