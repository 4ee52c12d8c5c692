import type { ReactNode } from 'react';

type StateMarkProps = {
  /** The shape, which tells the states apart without color. */
  look: string;
  className?: string;
  children: ReactNode;
};

export function StateMark({ look, className = 'text-ink-2', children }: StateMarkProps) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${className}`}>
      <i aria-hidden className={`size-2 flex-none ${look}`} />
      {children}
    </span>
  );
}

export function PublishedMark({ publishedAt }: { publishedAt: string | null }) {
  return (
    <StateMark look={`rounded-full ${publishedAt ? 'bg-ok' : 'border-2 border-warn'}`}>
      {publishedAt ? 'Published' : 'Not published'}
    </StateMark>
  );
}
