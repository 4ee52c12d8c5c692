import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { SelectLine } from '#web/components/select-line.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf } from '#web/lib/count-words.ts';
import type { Chosen } from '#web/lib/use-chosen.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import type { ReviewCase } from './review-cases.ts';
import { toReviewCsv } from './review-csv.ts';
import { hasFilter } from './review-filter.ts';
import { ReviewQueue } from './review-queue.tsx';
import { ReviewToolbar } from './review-toolbar.tsx';
import { EMPTY_WORDS } from './review-words.ts';
import type { ReviewPlace } from './use-review-place.ts';

const VIEWS = [
  { view: 'waiting', label: 'Waiting' },
  { view: 'decided', label: 'Decided' },
] as const;

type ReviewHeadProps = { place: ReviewPlace; cases: readonly ReviewCase[] };

export function ReviewHead({ place, cases }: ReviewHeadProps) {
  const waiting = cases.filter(({ decision }) => decision === 'waiting').length;
  return (
    <header className="grid gap-2 border-line border-b px-4 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          Reported photos
        </h1>
        <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
          {VIEWS.map(({ view, label }) => (
            <Link
              key={view}
              to="."
              search={changeSearch({
                view: view === 'waiting' ? undefined : view,
                image: undefined,
                sort: undefined,
              })}
              aria-current={view === place.view ? 'true' : undefined}
              className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
            >
              {view === 'waiting' && place.view === 'waiting' && waiting > 0
                ? `${label} (${waiting})`
                : label}
            </Link>
          ))}
        </nav>
      </div>
      <ReviewToolbar place={place} cases={cases} />
    </header>
  );
}

type ReviewListProps = {
  place: ReviewPlace;
  /** Those that the filter lets through, in order. */
  listed: readonly ReviewCase[];
  selected: number | undefined;
  chosen: Chosen;
};

/** The queue, and above it how long it is and what can be done with all of it. */
export function ReviewList({ place, listed, selected, chosen }: ReviewListProps) {
  const isDesk = useIsDesk();
  const [isSelecting, setIsSelecting] = useState(false);
  const waiting = listed.filter(({ decision }) => decision === 'waiting').map(({ image }) => image);
  const canChoose = place.view === 'waiting' && waiting.length > 0;
  const isChoosing = canChoose && (isDesk || isSelecting);
  const areAllChosen = waiting.every(chosen.has);
  const toggleSelecting = () => {
    if (isSelecting) chosen.clear();
    setIsSelecting(!isSelecting);
  };
  return (
    <>
      <SelectLine
        words={countOf(listed.length, 'photo')}
        isSelecting={isSelecting}
        onSelecting={canChoose && !isDesk ? toggleSelecting : undefined}
        areAllChosen={areAllChosen}
        onAll={isChoosing ? () => (areAllChosen ? chosen.clear() : chosen.choose(waiting)) : undefined}
      >
        <CsvButton
          fileName={`reported-photos-${place.view}.csv`}
          label="Save the list as CSV"
          disabled={listed.length === 0}
          makeCsv={() => toReviewCsv(listed)}
          className="-mr-2 px-2! text-13! shadow-none!"
        />
      </SelectLine>
      {listed.length > 0 ? (
        <ReviewQueue
          cases={listed}
          selected={selected}
          isChoosing={isChoosing}
          isChosen={chosen.has}
          onChoose={(image, isStretching) => chosen.touch(image, waiting, isStretching)}
        />
      ) : (
        <NothingListed place={place} />
      )}
    </>
  );
}

function NothingListed({ place }: { place: ReviewPlace }) {
  if (!hasFilter(place.filter)) {
    return <p className="flex-1 px-4 py-10 text-center text-14 text-ink-2">{EMPTY_WORDS[place.view]}</p>;
  }
  return (
    <div className="grid flex-1 content-start justify-items-center gap-3 px-4 py-10">
      <p className="text-center text-14 text-ink-2">No reported photo passes the filter.</p>
      <Button kind="line" size="small" onClick={place.clear}>
        Clear the filter
      </Button>
    </div>
  );
}
