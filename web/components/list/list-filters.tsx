import { Popover } from '@base-ui/react/popover';
import { ListFilter as FilterIcon, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AnyList, FilterValues, ListFilter } from '#contract/lists/list.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { type FilterOptions, optionEntries } from '#web/components/filter-select.tsx';
import { CountBadge } from '#web/components/state-mark.tsx';
import type { ListState } from '#web/lib/lists/list-rows.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';

type Choices<L extends AnyList> = {
  state: ListState<L>;
  /** Options of choices that depend on the rows. */
  options: { [K in keyof L['filters']]?: FilterOptions };
};

type Choice = { name: string; filter: ListFilter<unknown>; value: string; entries: [string, string][] };

/** The filters that the page does not set itself, apart from the search. */
function choicesOf<L extends AnyList>({ state, options }: Choices<L>): Choice[] {
  const filters = Object.entries(state.list.filters as Record<string, ListFilter<unknown>>);
  return filters.flatMap(([name, filter]) => {
    if (filter.control === 'search' || Object.hasOwn(state.scope, name)) return [];
    const value = String((state.filters as Record<string, unknown>)[name] ?? '');
    const entries = optionEntries(options[name as keyof typeof options] ?? filter.options ?? {});
    // An option that no row has anymore stays visible while it is chosen.
    const isGone = value !== '' && !entries.some(([one]) => one === value);
    const gone: [string, string][] = isGone ? [[value, filter.options?.[value] ?? value]] : [];
    return [{ name, filter, value, entries: [...entries, ...gone] }];
  });
}

const set = <L extends AnyList>(state: ListState<L>, name: string, value: string | undefined) =>
  state.setFilters({ [name]: value } as FilterValues<L>);

type FilterButtonProps<L extends AnyList> = Choices<L> & {
  isInDialog: boolean;
  isNarrow: boolean;
  /** Phones have no room for the order beside the button. */
  phoneSort: ReactNode;
};

/** All filters of a list behind one button; F opens it. */
export function FilterButton<L extends AnyList>(props: FilterButtonProps<L>) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const choices = choicesOf(props).filter(({ filter }) => filter.control === 'choice');
  useHotkeys(choices.length > 0 ? { f: () => setIsOpen(true) } : {}, { isInDialog: props.isInDialog });
  const count = choices.filter(({ value, filter }) => value !== '' && filter.all !== undefined).length;
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-keyshortcuts="f"
        className={`${buttonStyle('line', 'small')} relative flex-none ${props.isNarrow ? 'w-11 px-0! desk:w-9' : 'not-desk:w-11 not-desk:px-0!'} ${choices.length === 0 ? 'desk:hidden' : ''}`}
      >
        <FilterIcon size={17} strokeWidth={1.8} />
        <span className={props.isNarrow ? 'sr-only' : 'not-desk:sr-only'}>
          {choices.length === 0 ? 'Sort' : 'Filter'}
        </span>
        <CountBadge
          count={count}
          className={
            props.isNarrow
              ? 'absolute -top-1.5 -right-1'
              : 'not-desk:absolute not-desk:-top-1.5 not-desk:-right-1'
          }
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-60">
          <Popover.Popup
            aria-label="Filters"
            className="grid max-h-[min(520px,var(--available-height))] w-[min(320px,calc(100vw-24px))] gap-3 overflow-y-auto rounded-card border border-line bg-surface p-3 text-ink shadow-3"
          >
            <div className="grid gap-1 desk:hidden">
              <p className="px-2 text-12 font-semibold text-ink-2">Sort by</p>
              {props.phoneSort}
            </div>
            {choices.map(({ name, filter, value, entries }) => (
              <fieldset key={name} className="grid min-w-0">
                <legend className="px-2 pb-1 text-12 font-semibold text-ink-2">{filter.label}</legend>
                <div className="max-h-60 overflow-y-auto">
                  {[...(filter.all === undefined ? [] : [['', filter.all] as const]), ...entries].map(
                    ([one, label]) => (
                      <label
                        key={one}
                        className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-ctl px-2 text-14 hover:bg-sunk desk:min-h-9"
                      >
                        <input
                          type="radio"
                          name={`${id}-${name}`}
                          checked={value === one}
                          onChange={() => set(props.state, name, one || undefined)}
                          className="size-4 flex-none"
                        />
                        <span className="min-w-0 truncate">{label}</span>
                      </label>
                    ),
                  )}
                </div>
              </fieldset>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips<L extends AnyList>(props: Choices<L>) {
  const { state } = props;
  // A choice without "all" always has a value, which nobody can take away.
  const chosen = choicesOf(props).filter(
    ({ value, filter }) => value !== '' && (filter.all !== undefined || filter.control === 'none'),
  );
  if (chosen.length === 0) return null;
  return (
    <fieldset aria-label="Filters that are set" className="flex basis-full flex-wrap items-center gap-1.5">
      {chosen.map(({ name, filter, value, entries }) => {
        const said = `${filter.label}: ${filter.options?.[value] ?? entries.find(([one]) => one === value)?.[1] ?? value}`;
        return (
          <button
            key={name}
            type="button"
            aria-label={`Remove filter ${said}`}
            onClick={() => set(state, name, undefined)}
            className="flex h-11 max-w-full items-center gap-1.5 rounded-full bg-sunk pr-2.5 pl-3 text-13 font-semibold hover:bg-line desk:h-8"
          >
            <span className="truncate">{said}</span>
            <X size={15} className="flex-none text-ink-2" />
          </button>
        );
      })}
      <button
        type="button"
        onClick={state.clearFilters}
        className="h-11 px-2 text-13 font-semibold text-ink-2 underline underline-offset-3 hover:text-ink desk:h-8"
      >
        Clear all
      </button>
    </fieldset>
  );
}
