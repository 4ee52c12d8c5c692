import { ListChecks } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SortSelect } from '#web/components/sort-select.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { COLUMNS, trayChoices } from './doubtful-list.ts';
import type { DoubtfulImage } from './ingest.types.ts';
import type { TrayList } from './use-tray-list.ts';

/** The tray lists no more than this. */
const MOST_LISTED = 2_000;

const FILTERS = [
  { name: 'reason', label: 'Reason', all: 'Every reason' },
  { name: 'camera', label: 'Camera', all: 'Every camera' },
  { name: 'photographer', label: 'Photographer', all: 'Every photographer' },
] as const;

type TrayToolbarProps = {
  list: TrayList;
  images: readonly DoubtfulImage[];
  found: readonly DoubtfulImage[];
  fileName: string;
  makeCsv: () => string;
  onChooseAll: () => void;
};

/** Filters, how many photos they let through, all of those chosen at once, and those as a file. */
export function TrayToolbar({ list, images, found, fileName, makeCsv, onChooseAll }: TrayToolbarProps) {
  const { filter, choose } = list;
  const choices = trayChoices(images);
  return (
    <div className="grid gap-2 border-line border-b px-4 py-2.5">
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none]">
        {FILTERS.map(({ name, label, all }) => (
          <FilterSelect<string>
            key={name}
            label={label}
            all={all}
            value={filter[name] ?? ''}
            options={withChosen(choices[name], filter[name])}
            onChange={(chosen) => choose({ [name]: chosen })}
            className="max-w-[220px] flex-none"
          />
        ))}
        <SortSelect columns={COLUMNS} sort={list.sort} onSort={list.sortBy} className="flex-none" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="mr-auto text-13 text-ink-2 tabular-nums">
          {found.length === images.length
            ? `${images.length >= MOST_LISTED ? 'The first ' : ''}${countOf(images.length, 'photo')} to decide.`
            : `${formatCount(found.length)} of ${countOf(images.length, 'photo')}.`}
        </p>
        <Button kind="ghost" size="small" disabled={found.length === 0} onClick={onChooseAll}>
          <ListChecks aria-hidden size={16} />
          Select all {formatCount(found.length)}
        </Button>
        <CsvButton fileName={fileName} makeCsv={makeCsv} disabled={found.length === 0} />
      </div>
    </div>
  );
}

/** A choice that no photo has any more stays to be seen, and to be taken back. */
function withChosen(choices: Record<string, string>, chosen: string | undefined): Record<string, string> {
  return chosen === undefined || chosen in choices ? choices : { [chosen]: `${chosen} (0)`, ...choices };
}
