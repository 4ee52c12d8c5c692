import { Download, ListChecks } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import type { StaffEvent } from './admin-albums.types.ts';
import { CHIP, CHIP_ON } from './chip-style.ts';
import { EventFilter } from './event-filter.tsx';
import { useListPlace } from './list-place.ts';
import { SortChoice } from './sort-choice.tsx';
import { StateFilter } from './state-filter.tsx';
import { useExportAlbums } from './use-export-albums.ts';

type AlbumToolbarProps = {
  events: readonly StaffEvent[];
  event: StaffEvent | undefined;
  total: number | undefined;
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
};

/** Filters, how many albums they let through, and those as a file. All of it lives in the address. */
export function AlbumToolbar({ events, event, total, isChoosing, onChoosing }: AlbumToolbarProps) {
  const { place, go } = useListPlace();
  const { save, isBusy, read } = useExportAlbums(events);
  return (
    <div className="grid gap-2.5 border-line border-b px-4 py-3 desk:grid-cols-[300px_minmax(0,1fr)_auto] desk:items-center desk:py-2.5 desk:pr-4 desk:pl-5">
      <SearchBox
        text={place.q}
        label="Filter albums"
        placeholder="Program, team, division, event"
        onSearch={(text) => go({ q: text, album: undefined }, { replace: true })}
      />
      <div className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] desk:mx-0 desk:px-0.5">
        <EventFilter
          events={events}
          event={event}
          onChoose={(id) => go({ event: id, album: undefined, view: undefined })}
        />
        <StateFilter state={place.state} onChoose={(state) => go({ state, album: undefined })} />
        <SortChoice sort={place.sort} onSort={(sort) => go({ sort })} />
        <button
          type="button"
          aria-pressed={isChoosing}
          onClick={() => onChoosing(!isChoosing)}
          className={`${isChoosing ? CHIP_ON : CHIP} desk:hidden`}
        >
          <ListChecks aria-hidden size={15} />
          Select
        </button>
      </div>
      <div className="flex items-center justify-between gap-3">
        <span aria-live="polite" className="text-13 font-semibold tabular-nums text-ink-2">
          {total === undefined ? '' : countOf(total, 'album')}
        </span>
        <Button
          kind="line"
          size="small"
          isBusy={isBusy}
          disabled={total === 0}
          onClick={() => save(place)}
          className="tabular-nums"
        >
          <Download aria-hidden size={16} />
          {isBusy ? `${formatCount(read)} of ${formatCount(total ?? 0)}` : 'CSV'}
        </Button>
      </div>
    </div>
  );
}
