import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type DragEventHandler, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

const OVERSCAN = 6;
const PAGE = 8;

type OptionHandlers = Partial<Record<'onDragOver' | 'onDragLeave' | 'onDrop', DragEventHandler>>;

type ComboboxProps<Option> = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  keyOf: (option: Option) => number;
  onPick: (option: Option) => void;
  listLabel: string;
  countWords: (count: number) => string;
  nothingFound: string;
  isLoading?: boolean;
  /** An estimate: each option is measured once it is visible. */
  optionPx: number;
  optionClassName?: (option: Option) => string;
  optionHandlers?: (option: Option) => OptionHandlers;
  inputClassName: string;
  listClassName?: string;
  className?: string;
  children: (option: Option) => ReactNode;
};

/** Arrow keys, Home and End move, Enter picks, and Escape clears the text. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, placeholder, text, onText, options, keyOf, onPick } = props;
  const { listLabel, countWords, nothingFound, isLoading = false, optionPx } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState(0);
  const active = Math.min(walked, options.length - 1);
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => list.current,
    estimateSize: () => optionPx,
    getItemKey: (index) => {
      const option = options[index];
      return option === undefined ? index : keyOf(option);
    },
    // The active option stays in the DOM when it is scrolled away, because aria-activedescendant points at
    // it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((at) => at >= 0).sort((a, b) => a - b),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const optionId = (index: number) => {
    const option = options[index];
    return option === undefined ? undefined : `${listId}-${keyOf(option)}`;
  };
  const walk = (to: number) => {
    const next = Math.max(0, Math.min(to, options.length - 1));
    setWalked(next);
    virtualizer.scrollToIndex(next);
  };
  const type = (typed: string) => {
    onText(typed);
    walk(0);
  };
  const takeKey = (key: string): boolean => {
    const places: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      Home: 0,
      End: options.length - 1,
    };
    const place = places[key];
    const option = options[active];
    if (place !== undefined) walk(place);
    else if (key === 'Enter' && option !== undefined) onPick(option);
    else if (key === 'Escape' && text !== '') type('');
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (!takeKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isEmpty = options.length === 0;
  const found = isEmpty ? nothingFound : countWords(options.length);
  return (
    <div className={`grid min-h-0 content-start gap-2 ${props.className ?? ''}`}>
      <input
        role="combobox"
        aria-expanded={!isEmpty}
        aria-controls={listId}
        aria-activedescendant={optionId(active)}
        aria-autocomplete="list"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        className={props.inputClassName}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={listLabel}
        aria-busy={isLoading}
        hidden={isEmpty}
        className={`min-h-0 overflow-y-auto overscroll-contain ${props.listClassName ?? ''}`}
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const option = options[index];
            if (option === undefined) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                aria-setsize={options.length}
                aria-posinset={index + 1}
                // Keeps the focus in the text field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(option)}
                {...props.optionHandlers?.(option)}
                style={{ transform: `translateY(${start}px)` }}
                className={`absolute inset-x-0 top-0 cursor-pointer rounded-ctl hover:bg-sunk aria-selected:bg-sunk ${props.optionClassName?.(option) ?? ''}`}
              >
                {props.children(option)}
              </div>
            );
          })}
        </div>
      </div>
      <p role="status" className={isEmpty ? 'px-2 py-1 text-14 text-ink-2' : 'sr-only'}>
        {isLoading ? 'Searching…' : found}
      </p>
    </div>
  );
}
