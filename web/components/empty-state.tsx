import type { ReactNode } from 'react';
import { Link } from '#web/lib/navigation.tsx';
import { buttonStyle } from './button.tsx';

type EmptyStateProps = {
  title: string;
  sentence: string;
  link?: { to: string; label: string };
  children?: ReactNode;
};

export function EmptyState({ title, sentence, link, children }: EmptyStateProps) {
  return (
    <section className="grid content-start justify-items-center gap-2 rounded-sheet bg-sunk px-6 py-14 text-center">
      <h2 className="text-18 font-bold tracking-[-0.02em]">{title}</h2>
      <p className="max-w-[46ch] text-ink-2">{sentence}</p>
      {(link || children) && (
        <div className="flex flex-wrap justify-center gap-2 pt-3">
          {link && (
            <Link to={link.to} className={buttonStyle()}>
              {link.label}
            </Link>
          )}
          {children}
        </div>
      )}
    </section>
  );
}
