import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';

type PanelProps<Data> = {
  title: string;
  aside?: ReactNode;
  answer: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
};

export function Panel<Data>({ title, aside, answer, children }: PanelProps<Data>) {
  const { data, error, refetch } = answer;
  return (
    <PanelFrame title={title} aside={aside}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={`Loading ${title.toLowerCase()}`} className="m-4 h-24" />
      )}
    </PanelFrame>
  );
}

type PanelFrameProps = { title: string; aside?: ReactNode; children: ReactNode };

export function PanelFrame({ title, aside, children }: PanelFrameProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start rounded-card border border-line bg-surface"
    >
      <header className="flex min-h-12 items-center justify-between gap-3 border-line border-b px-4">
        <h2 id={titleId} className="text-15 font-[700]">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-5 text-14 text-ink-2">{children}</p>;
}
