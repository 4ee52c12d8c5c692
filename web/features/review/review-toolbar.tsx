import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { SortSelect } from '#web/components/sort-select.tsx';
import type { ReviewCase } from './review-cases.ts';
import { TYPE_WORDS } from './review-words.ts';
import type { ReviewPlace } from './use-review-place.ts';

type ReviewToolbarProps = { place: ReviewPlace; cases: readonly ReviewCase[] };

/** What the queue is narrowed to, and what comes first in it. */
export function ReviewToolbar({ place, cases }: ReviewToolbarProps) {
  const { view, filter, columns, sort, sortBy, change } = place;
  const events = Object.fromEntries(cases.map(({ event, event_name }) => [String(event), event_name]));
  const event = filter.event === undefined ? '' : String(filter.event);
  return (
    <div className="grid grid-cols-2 gap-2">
      <div className="col-span-2">
        <SearchBox
          text={filter.text}
          label="Find reported photos"
          placeholder="Memo, reporter, album or file"
          onSearch={(q) => change({ q: q || undefined })}
        />
      </div>
      <FilterSelect
        label="Type"
        all="All types"
        value={filter.type ?? ''}
        options={TYPE_WORDS}
        onChange={(type) => change({ type })}
        className="min-w-0"
      />
      <FilterSelect
        label="Event"
        all="All events"
        value={event}
        options={event && !events[event] ? { ...events, [event]: `Event ${event}` } : events}
        onChange={(chosen) => change({ event: chosen })}
        className="min-w-0"
      />
      <SortSelect
        columns={columns}
        sort={sort}
        onSort={sortBy}
        className={view === 'waiting' ? '' : 'col-span-2'}
      />
      {view === 'waiting' && (
        <button
          type="button"
          aria-pressed={filter.isDueSoon}
          title="Late, or to be decided within six hours"
          onClick={() => change({ due: filter.isDueSoon ? undefined : 'soon' })}
          className="h-11 rounded-ctl border border-edge px-2 text-14 text-ink hover:bg-sunk aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-bg desk:h-9"
        >
          Late or due in 6 h
        </button>
      )}
    </div>
  );
}
