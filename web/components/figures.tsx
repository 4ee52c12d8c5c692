import type { ReactNode } from 'react';

/** One that `isTheirs` is what the reader gets, and stands out. */
export type Figure = { label: string; value: string; note: ReactNode; isTheirs?: boolean };

type FiguresProps = { figures: readonly Figure[]; isLarge?: boolean };

export function Figures({ figures, isLarge = false }: FiguresProps) {
  return (
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line ${figures.length > 2 ? 'desk:grid-cols-4' : ''}`}
    >
      {figures.map(({ label, value, note, isTheirs }) => (
        <div
          key={`${label} ${value}`}
          className={`grid content-start gap-1 p-4 desk:p-6 ${isTheirs ? 'bg-spot-wash' : 'bg-surface'}`}
        >
          <dt className="text-14 text-ink-2">{label}</dt>
          <dd
            className={`leading-tight font-[750] tracking-[-0.02em] tabular-nums transition-[opacity,translate] duration-(--d3) starting:translate-y-1 starting:opacity-0 ${isLarge ? 'text-28 desk:text-36' : 'text-22 desk:text-28'}`}
          >
            {value}
          </dd>
          <dd className="text-13 text-ink-2 tabular-nums">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
