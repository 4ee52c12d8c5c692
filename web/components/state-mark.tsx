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

const MAX_SHOWN = 99;

type CountBadgeProps = { count: number; tone?: 'ink' | 'spot' | 'bad'; className?: string };

const COLORS = { ink: 'bg-ink text-bg', spot: 'bg-spot text-spot-ink', bad: 'bg-bad-bg text-bad' };

export function CountBadge({ count, tone = 'ink', className = '' }: CountBadgeProps) {
  if (count <= 0) return null;
  const colors = COLORS[tone];
  return (
    <span
      aria-hidden
      className={`h-5 min-w-5 rounded-full px-1.5 text-center text-11 leading-5 font-bold tabular-nums ${colors} ${className}`}
    >
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}
