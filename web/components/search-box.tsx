import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';

const PAUSE_MS = 220;

type SearchBoxProps = {
  text: string;
  label: string;
  placeholder: string;
  maxLength?: number;
  isInDialog?: boolean;
  className?: string;
  onSearch: (text: string) => void;
};

/** Waits for a pause in typing; "/" focuses the field and Escape leaves it. */
export function SearchBox(props: SearchBoxProps) {
  const { text, label, placeholder, maxLength, isInDialog = false, className = '', onSearch } = props;
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
      <Search aria-hidden size={18} strokeWidth={1.8} className="flex-none" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
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
