import { useState } from 'react';
import { type InboxRow, MAX_CONVERSATIONS_AT_ONCE } from '#contract/endpoints/support.ts';
import { Button } from '#web/components/button.tsx';
import { FloatingToolbar, OverPage, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { SelectLine } from '#web/components/select-line.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import type { Chosen } from '#web/lib/use-chosen.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import type { InboxFilter } from './inbox.query.ts';
import { InboxList } from './inbox-list.tsx';
import type { InboxPlace } from './use-inbox-place.ts';
import type { Status } from './use-set-statuses.ts';

type InboxPaneProps = {
  place: InboxPlace;
  rows: readonly InboxRow[];
  hasMore: boolean;
  onMore: () => void;
  selectedId: number | undefined;
  chosen: Chosen;
};

/** The conversations, and above them how many there are so far and what can be done with all of them. */
export function InboxPane({ place, rows, hasMore, onMore, selectedId, chosen }: InboxPaneProps) {
  const isDesk = useIsDesk();
  const [isSelecting, setIsSelecting] = useState(false);
  const isChoosing = isDesk || isSelecting;
  const ids = rows.map(({ id }) => id);
  const areAllChosen = ids.slice(0, MAX_CONVERSATIONS_AT_ONCE).every(chosen.has);
  const toggleSelecting = () => {
    if (isSelecting) chosen.clear();
    setIsSelecting(!isSelecting);
  };
  if (rows.length === 0) return <NothingListed place={place} />;
  return (
    <>
      <SelectLine
        words={hasMore ? `${formatCount(rows.length)} and more` : countOf(rows.length, 'conversation')}
        isSelecting={isSelecting}
        onSelecting={isDesk ? undefined : toggleSelecting}
        areAllChosen={areAllChosen}
        onAll={isChoosing ? () => (areAllChosen ? chosen.clear() : chosen.choose(ids)) : undefined}
      />
      <InboxList
        rows={rows}
        selectedId={selectedId}
        isChoosing={isChoosing}
        isChosen={chosen.has}
        onChoose={(id, isStretching) => chosen.touch(id, ids, isStretching)}
        onNearEnd={onMore}
      />
    </>
  );
}

function NothingListed({ place }: { place: InboxPlace }) {
  const { filter, change } = place;
  if (filter.text === '') {
    return <p className="flex-1 px-4 py-10 text-center text-14 text-ink-2">{emptyWords(filter)}</p>;
  }
  return (
    <div className="grid flex-1 content-start justify-items-center gap-3 px-4 py-10">
      <p className="text-center text-14 wrap-anywhere text-ink-2">
        No {filter.bugs ? 'bug report' : `${filter.status} conversation`} has “{filter.text}” in it.
      </p>
      <Button kind="line" size="small" onClick={() => change({ q: undefined })}>
        Clear the search
      </Button>
    </div>
  );
}

function emptyWords({ status, bugs }: InboxFilter): string {
  if (bugs) return 'No open bug reports.';
  return status === 'closed' ? 'Nothing has been closed yet.' : 'Nobody is waiting. Well done.';
}

type InboxBulkBarProps = {
  count: number;
  status: Status;
  isBusy: boolean;
  onChange: (status: Status) => void;
  onClear: () => void;
};

export function InboxBulkBar({ count, status, isBusy, onChange, onClear }: InboxBulkBarProps) {
  if (count === 0) return null;
  const isOpen = status === 'open';
  return (
    <OverPage>
      <FloatingToolbar
        label="Selected conversations"
        chosen={count === MAX_CONVERSATIONS_AT_ONCE ? `${count}, the most` : `${count} selected`}
        clearLabel="Select no conversations"
        onClear={onClear}
      >
        <button
          type="button"
          disabled={isBusy}
          onClick={() => onChange(isOpen ? 'closed' : 'open')}
          className={TOOLBAR_ACTION}
        >
          {isOpen ? 'Close' : 'Open again'}
        </button>
      </FloatingToolbar>
    </OverPage>
  );
}
