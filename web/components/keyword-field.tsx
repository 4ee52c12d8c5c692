import { Search } from 'lucide-react';
import { useId, useRef } from 'react';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';

type KeywordFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** The "/" key moves the cursor here from anywhere on the page. */
export function KeywordField({ label, placeholder, value, onChange }: KeywordFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useHotkeys({
    '/': (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="text-14 font-[650]">
        {label}
      </label>
      <div className="flex h-[52px] items-center gap-2.5 rounded-full border border-edge bg-surface pr-2 pl-[18px] text-ink-2 focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-1">
        <Search size={20} strokeWidth={1.8} className="flex-none" />
        <input
          ref={field}
          id={id}
          type="search"
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-keyshortcuts="/"
          onChange={(event) => onChange(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-16 text-ink outline-none"
        />
        <kbd
          aria-hidden
          className="mr-1 hidden rounded-tile border border-line px-[7px] py-0.5 text-12 font-semibold text-ink-3 desk:inline"
        >
          /
        </kbd>
      </div>
    </div>
  );
}
