import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans } from '#web/components/trans.tsx';
import { isApiError, isMissing, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Button, buttonStyle } from './button.tsx';

const TONES = {
  bad: { icon: CircleAlert, look: 'bg-bad-bg text-bad', role: 'alert' },
  ok: { icon: CircleCheck, look: 'bg-ok-bg text-ok', role: 'status' },
  info: { icon: Info, look: 'bg-sunk text-ink-2', role: undefined },
} as const;

type NoticeProps = { tone: keyof typeof TONES; children: ReactNode };

export function Notice({ tone, children }: NoticeProps) {
  const { icon: Icon, look, role } = TONES[tone];
  return (
    <div role={role} className={`flex items-start gap-2.5 rounded-ctl px-4 py-3 text-15 font-medium ${look}`}>
      <Icon size={20} strokeWidth={1.8} className="mt-px flex-none" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** The answer of a failed call. Renders nothing without an error. */
export function ErrorNotice({ error }: { error: unknown }) {
  return error ? <Notice tone="bad">{messageOf(error)}</Notice> : null;
}

/** Reserves the space of what is loading, so that the layout does not jump. */
export function Skeleton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <div role="status" className={`rounded-card bg-sunk ${className}`}>
      <span className="sr-only">{label}</span>
    </div>
  );
}

export function Loading() {
  return (
    <p role="status" className="grid min-h-[50dvh] place-items-center text-ink-2">
      {i18n.t('Loading...')}
    </p>
  );
}

type QueryStateProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  loading: ReactNode;
  /** Shown instead of the error when the thing does not exist. */
  missing?: ReactNode;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Loaded data stays on the screen when reading it again fails. */
export function QueryState<T>({ query, loading, missing, empty, children }: QueryStateProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
  }
  if (missing !== undefined && isMissing(error)) return missing;
  return error ? <FailedState error={error} onRetry={refetch} /> : loading;
}

type FailedStateProps = { error: unknown; onRetry: () => void };

export function FailedState({ error, onRetry }: FailedStateProps) {
  return (
    <section
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-sunk px-6 py-10 text-center"
    >
      <p className="font-semibold">{messageOf(error)}</p>
      {isApiError(error) && error.requestId && (
        <p className="text-13 text-ink-2">
          <Trans
            id="Request <code>{requestId}</code>"
            values={{ requestId: error.requestId }}
            components={{ code: <code className="select-all" /> }}
          />
        </p>
      )}
      <Button kind="line" onClick={() => onRetry()}>
        {i18n.t('Try again')}
      </Button>
    </section>
  );
}

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
