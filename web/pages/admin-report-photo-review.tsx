import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_DECIDED_AT_ONCE } from '#contract/endpoints/moderation.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { type ReviewView, reportsQuery } from '#web/features/review/reports.query.ts';
import { ReviewBulkBar } from '#web/features/review/review-bulk-bar.tsx';
import { groupReports, nextToDecide, type ReviewCase } from '#web/features/review/review-cases.ts';
import { filterCases } from '#web/features/review/review-filter.ts';
import { ReviewHead, ReviewList } from '#web/features/review/review-pane.tsx';
import { ReviewStage } from '#web/features/review/review-stage.tsx';
import { EMPTY_WORDS } from '#web/features/review/review-words.ts';
import { useDecide } from '#web/features/review/use-decide.ts';
import { useDecideTogether } from '#web/features/review/use-decide-together.ts';
import { useReviewPlace } from '#web/features/review/use-review-place.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { type Chosen, useChosen } from '#web/lib/use-chosen.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

/** Two panes: the queue, and the photo one decides about; all of it works by single keys. */
export function AdminReportPhotoReviewPage() {
  const place = useReviewPlace();
  const { view, filter } = place;
  const { data, error, refetch } = useQuery(reportsQuery(view));
  const cases = data && groupReports(data, view);
  const listed = cases && sortRows(filterCases(cases, filter, Date.now()), place.columns, place.sort);
  const opened = Number(useSearchText('image'));
  const isDesk = useIsDesk();
  const entry = listed?.find(({ image }) => image === opened) ?? (isDesk ? firstToDecide(listed) : undefined);
  const chosen = useChosen(MAX_DECIDED_AT_ONCE);
  const together = useDecideTogether();
  const photos = (listed ?? [])
    .filter(({ image, decision }) => decision === 'waiting' && chosen.has(image))
    .map(({ image, photo }) => ({ image, name: photo.file_name }));
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      <section
        aria-label="Queue"
        className={`min-h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] flex-col border-line desk:flex desk:min-h-0 desk:border-r ${entry ? 'hidden' : 'flex'}`}
      >
        <ReviewHead place={place} cases={cases ?? []} />
        {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton label="Loading reports" className="m-4 h-64" />}
        {listed && (
          <ReviewList key={view} place={place} listed={listed} selected={entry?.image} chosen={chosen} />
        )}
        <ReviewBulkBar
          count={photos.length}
          work={together.work}
          onDecide={async (removed) => chosen.choose(await together.decide(photos, removed))}
          onClear={chosen.clear}
        />
        <p className="hidden border-line border-t px-4 py-2.5 text-12 text-ink-3 desk:block">
          <kbd>K</kbd> keep, <kbd>R</kbd> remove, <kbd>U</kbd> undo, <kbd>J</kbd> <kbd>L</kbd> next and
          previous, <kbd>X</kbd> select
        </p>
      </section>
      {listed && entry ? (
        <Desk view={view} cases={listed} entry={entry} chosen={chosen} onDecided={together.forget} />
      ) : (
        <p className="hidden place-self-center text-14 text-ink-2 desk:block">{cases && EMPTY_WORDS[view]}</p>
      )}
    </div>
  );
}

function firstToDecide(cases: readonly ReviewCase[] | undefined): ReviewCase | undefined {
  return cases?.find(({ decision }) => decision === 'waiting') ?? cases?.[0];
}

type DeskProps = {
  view: ReviewView;
  cases: readonly ReviewCase[];
  entry: ReviewCase;
  chosen: Chosen;
  onDecided: () => void;
};

function Desk({ view, cases, entry, chosen, onDecided }: DeskProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const place = cases.indexOf(entry);
  const waiting = cases.filter(({ decision }) => decision === 'waiting').map(({ image }) => image);
  const open = (image: number) =>
    void navigate({
      to: '.',
      search: changeSearch({ image: String(image) }),
      replace: true,
      resetScroll: false,
    });
  const { decide, undo, isBusy } = useDecide(view, { onDecided, onReopened: open });
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
    k: (event) => {
      if (!event.shiftKey) void settle(false);
    },
    r: (event) => {
      if (event.shiftKey) return;
      event.preventDefault();
      if (entry.decision !== 'removed') setIsAsking(true);
    },
    u: undo,
    j: () => step(1),
    l: () => step(-1),
    arrowup: () => step(-1),
    arrowdown: () => step(1),
    x: ({ shiftKey }) => {
      if (entry.decision === 'waiting') chosen.touch(entry.image, waiting, shiftKey);
    },
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
