import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { type ReviewView, reportsQuery } from '#web/features/review/reports.query.ts';
import { groupReports, nextToDecide, type ReviewCase } from '#web/features/review/review-cases.ts';
import { ReviewQueue } from '#web/features/review/review-queue.tsx';
import { ReviewStage } from '#web/features/review/review-stage.tsx';
import { useDecide } from '#web/features/review/use-decide.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

const VIEWS = [
  { view: 'waiting', label: 'Waiting' },
  { view: 'decided', label: 'Decided' },
] as const;

const EMPTY_WORDS: Record<ReviewView, string> = {
  waiting: 'No reports wait for a decision. Well done.',
  decided: 'Nothing has been decided yet.',
};

/** Two panes: the queue, and the photo one decides about; all of it works by single keys. */
export function AdminReportPhotoReviewPage() {
  const view = useSearchText('view') === 'decided' ? 'decided' : 'waiting';
  const { data, error, refetch } = useQuery(reportsQuery(view));
  const cases = data && groupReports(data, view);
  const chosen = Number(useSearchText('image'));
  const isDesk = useIsDesk();
  const entry = cases?.find(({ image }) => image === chosen) ?? (isDesk ? firstToDecide(cases) : undefined);
  const waiting = cases?.filter(({ decision }) => decision === 'waiting').length;
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      <section
        aria-label="Queue"
        className={`min-h-0 flex-col border-line desk:flex desk:border-r ${entry ? 'hidden' : 'flex'}`}
      >
        <header className="grid gap-2 border-line border-b px-4 pt-4 pb-2">
          <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
            Reported photos
          </h1>
          <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
            {VIEWS.map(({ view: other, label }) => (
              <Link
                key={other}
                to="."
                search={changeSearch({ view: other === 'waiting' ? undefined : other, image: undefined })}
                aria-current={other === view ? 'true' : undefined}
                className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
              >
                {other === 'waiting' && view === 'waiting' && waiting ? `${label} (${waiting})` : label}
              </Link>
            ))}
          </nav>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton label="Loading reports" className="m-4 h-64" />}
          {cases && cases.length > 0 && <ReviewQueue cases={cases} selected={entry?.image} />}
          {cases?.length === 0 && (
            <p className="px-4 py-10 text-center text-14 text-ink-2">{EMPTY_WORDS[view]}</p>
          )}
        </div>
        <p className="hidden border-line border-t px-4 py-2.5 text-12 text-ink-3 desk:block">
          <kbd>K</kbd> keep, <kbd>R</kbd> remove, <kbd>U</kbd> undo, <kbd>J</kbd> <kbd>L</kbd> next and
          previous
        </p>
      </section>
      {cases && entry ? (
        <Desk view={view} cases={cases} entry={entry} />
      ) : (
        <p className="hidden place-self-center text-14 text-ink-2 desk:block">{cases && EMPTY_WORDS[view]}</p>
      )}
    </div>
  );
}

function firstToDecide(cases: readonly ReviewCase[] | undefined): ReviewCase | undefined {
  return cases?.find(({ decision }) => decision === 'waiting') ?? cases?.[0];
}

type DeskProps = { view: ReviewView; cases: readonly ReviewCase[]; entry: ReviewCase };

function Desk({ view, cases, entry }: DeskProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const place = cases.indexOf(entry);
  const open = (image: number) =>
    void navigate({
      to: '.',
      search: changeSearch({ image: String(image) }),
      replace: true,
      resetScroll: false,
    });
  const { decide, undo, isBusy } = useDecide(view, open);
  const step = (by: 1 | -1) => {
    const next = cases[place + by];
    if (next) open(next.image);
  };
  const settle = async (removed: boolean) => {
    if (isBusy || entry.decision === (removed ? 'removed' : 'kept')) return setIsAsking(false);
    const next = nextToDecide(cases, entry.image);
    const answer = await decide({ image: entry.image, removed }).catch(() => undefined);
    setIsAsking(false);
    if (answer) open(next);
  };
  useHotkeys({
    k: () => void settle(false),
    r: (event) => {
      event.preventDefault();
      if (entry.decision !== 'removed') setIsAsking(true);
    },
    u: undo,
    j: () => step(1),
    l: () => step(-1),
    arrowup: () => step(-1),
    arrowdown: () => step(1),
  });
  return (
    <>
      <ReviewStage
        entry={entry}
        place={place + 1}
        total={cases.length}
        isBusy={isBusy}
        onStep={step}
        onKeep={() => void settle(false)}
        onRemove={() => setIsAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title="Remove this photo?"
          sentence="Nobody will see it any more, and it leaves every album download. Whoever reported it is told."
          confirmLabel="Remove"
          isBusy={isBusy}
          onConfirm={() => void settle(true)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
