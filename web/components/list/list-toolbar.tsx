import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Download, Ellipsis, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  type AnyList,
  type FilterValues,
  type ListFilter,
  type SortKey,
  sortKeysOf,
} from '#contract/lists/list.ts';
import { Button, buttonStyle, Spinner } from '#web/components/button.tsx';
import { type FilterOptions, FilterSelect } from '#web/components/filter-select.tsx';
import { PopupItem, PopupMenu } from '#web/components/popup-menu.tsx';
import { saveFile } from '#web/lib/files.ts';
import { countOf } from '#web/lib/formats.ts';
import type { ListRows, ListState } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { FilterButton, FilterChips } from './list-filters.tsx';
import { ViewsMenu } from './list-views.tsx';

type ListToolbarProps<L extends AnyList> = {
  rows: ListRows<L>;
  /** Options of choices that depend on the rows. */
  options?: { [K in keyof L['filters']]?: FilterOptions };
  /** `phone`: the table's headings sort on a desk. */
  sorting?: 'always' | 'phone';
  fileName?: string;
  isInDialog?: boolean;
  /** Beside something else on a desk, as narrow as on a phone. */
  isNarrow?: boolean;
  className?: string;
  /** More items for the list's menu. */
  menuItems?: ReactNode;
  children?: ReactNode;
};

/** Search, filters, order, number of rows and CSV file of a list, all from its description. */
export function ListToolbar<L extends AnyList>(props: ListToolbarProps<L>) {
  const { rows, options = {}, sorting = 'phone', isInDialog = false, isNarrow = false } = props;
  const { className = '', children } = props;
  const { state } = rows;
  const { list, filters, setFilters } = state;
  const [search] = Object.entries(list.filters as Record<string, ListFilter<unknown>>).filter(
    ([name, { control }]) => control === 'search' && !Object.hasOwn(state.scope, name),
  );
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      {search && (
        <SearchBox
          text={String((filters as Record<string, unknown>)[search[0]] ?? '')}
          label={search[1].label}
          placeholder={search[1].placeholder ?? ''}
          isInDialog={isInDialog}
          className={`min-w-0 flex-1 ${isNarrow ? 'basis-full' : 'basis-40 desk:basis-44'}`}
          onSearch={(text) => setFilters({ [search[0]]: text } as FilterValues<L>)}
        />
      )}
      <FilterButton
        state={state}
        options={options}
        isInDialog={isInDialog}
        isNarrow={isNarrow}
        phoneSort={<SortSelect state={state} />}
      />
      {sorting === 'always' && <SortSelect state={state} className="not-desk:hidden" />}
      {list.hasViews && <ViewsMenu state={state} isNarrow={isNarrow} />}
      <span
        aria-live="polite"
        className={`text-13 text-ink-2 tabular-nums ${isNarrow ? 'sr-only' : 'not-desk:sr-only'}`}
      >
        {rows.count !== undefined && countOf(rows.count, list.noun)}
      </span>
      <ListMenu rows={rows} fileName={props.fileName ?? `${list.name}.csv`}>
        {props.menuItems}
      </ListMenu>
      {children}
      <FilterChips state={state} options={options} />
    </div>
  );
}

type SortSelectProps<L extends AnyList> = { state: ListState<L>; label?: string; className?: string };

export function SortSelect<L extends AnyList>({
  state,
  label = 'Sort by',
  className = '',
}: SortSelectProps<L>) {
  const { list, sort, sortBy } = state;
  const isDown = sort.direction === 'desc';
  const Arrow = isDown ? ArrowDown : ArrowUp;
  const labels = sortKeysOf(list).map((key) => [key, list.columns[key]?.label ?? key]);
  return (
    <div className={`flex flex-1 basis-32 desk:flex-none ${className}`}>
      <FilterSelect
        label={label}
        value={sort.key}
        options={Object.fromEntries(labels)}
        onChange={(key) => key && key !== sort.key && sortBy(key as SortKey<L>)}
        className="min-w-0 flex-1 rounded-r-none"
      />
      <button
        type="button"
        aria-label={isDown ? 'Sorted descending. Reverse' : 'Sorted ascending. Reverse'}
        onClick={() => sortBy(sort.key)}
        className="-ml-px grid size-11 flex-none place-items-center rounded-ctl rounded-l-none border border-edge bg-surface text-ink-2 hover:text-ink desk:size-9"
      >
        <Arrow size={16} />
      </button>
    </div>
  );
}

type ListCsvButtonProps = {
  rows: { count: number | undefined; readCsv: () => Promise<Blob> };
  fileName: string;
  label?: string;
};

function useSaveCsv({ rows, fileName }: Pick<ListCsvButtonProps, 'rows' | 'fileName'>) {
  return useMutation({
    mutationFn: rows.readCsv,
    onSuccess: (file) => saveFile(fileName, file),
    onError: toast.failure,
  });
}

function ListMenu(props: Pick<ListCsvButtonProps, 'rows' | 'fileName'> & { children: ReactNode }) {
  const save = useSaveCsv(props);
  return (
    <PopupMenu
      label="List menu"
      className={`${buttonStyle('ghost', 'icon')} flex-none desk:size-9`}
      trigger={save.isPending ? <Spinner /> : <Ellipsis size={20} />}
    >
      {props.children}
      <PopupItem icon={Download} disabled={!props.rows.count || save.isPending} onClick={() => save.mutate()}>
        Download as CSV
      </PopupItem>
    </PopupMenu>
  );
}

export function ListCsvButton({
  rows,
  fileName,
  label = 'Download as CSV',
  children = 'CSV',
}: ListCsvButtonProps & { children?: ReactNode }) {
  const save = useSaveCsv({ rows, fileName });
  return (
    <Button
      kind="line"
      size="small"
      aria-label={label}
      disabled={!rows.count}
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    >
      {!save.isPending && <Download size={16} />}
      {children}
    </Button>
  );
}

const PAUSE_MS = 220;

type SearchBoxProps = {
  text: string;
  label: string;
  placeholder: string;
  isInDialog?: boolean;
  className?: string;
  onSearch: (text: string) => void;
};

/** Waits for a pause in typing; "/" focuses the field and Escape leaves it. */
function SearchBox(props: SearchBoxProps) {
  const { text, label, placeholder, isInDialog = false, className = '', onSearch } = props;
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState<string>();
  const search = (next: string) => {
    clearTimeout(timer.current);
    setTyped(next);
    timer.current = setTimeout(() => {
      onSearch(next.trim());
      setTyped(undefined);
    }, PAUSE_MS);
  };
  const jumpHere = (event: KeyboardEvent) => {
    event.preventDefault();
    input.current?.focus();
  };
  useHotkeys({ '/': jumpHere }, { isInDialog });
  return (
    <label
      className={`flex h-11 items-center gap-2 rounded-ctl bg-sunk px-3 text-ink-2 focus-within:outline-2 focus-within:outline-focus desk:h-9 ${className}`}
    >
      <Search size={18} strokeWidth={1.8} className="flex-none" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed ?? text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Escape must not close the dialog around the field.
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none desk:text-14"
      />
      <kbd className="rounded-[5px] border border-line bg-bg px-1.5 text-11 font-semibold text-ink-3 not-desk:hidden">
        /
      </kbd>
    </label>
  );
}
