import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { Spinner } from './button.tsx';

export type SearchAnswer = {
  key: string;
  picture: ReactNode;
  title: string;
  lines: readonly string[];
  end: ReactNode;
  pick: () => void;
};

type SearchComboboxProps = {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  /** What the answers were found by. */
  q: string;
  answers: readonly SearchAnswer[];
  isBusy?: boolean;
  /** Words of a button in the field, which does the same as Enter. */
  button?: ReactNode;
};

/** A field with answers below it: arrow keys walk through them, Enter picks one, and Escape clears the field. */
export function SearchCombobox(props: SearchComboboxProps) {
  const { label, placeholder, text, onType, q, answers, isBusy = false, button } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [walked, setWalked] = useState(0);
  // The field may have been used before React was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once
  useEffect(() => onType(field.current?.value ?? ''), []);
  const active = Math.min(walked, answers.length - 1);
  const type = (typed: string) => {
    onType(typed);
    setWalked(0);
  };
  const pickActive = () => {
    const answer = answers[active];
    if (answer) answer.pick();
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setWalked(Math.min(active + 1, answers.length - 1));
    else if (event.key === 'ArrowUp') setWalked(Math.max(active - 1, 0));
    else if (event.key === 'Enter') pickActive();
    else if (event.key === 'Escape' && text !== '') type('');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-16 items-center gap-2 rounded-full border border-edge bg-surface pr-2.5 pl-5.5 text-ink-2 shadow-2 focus-within:outline-3 focus-within:outline-focus">
        <Search size={22} strokeWidth={1.8} className="flex-none" />
        <input
          ref={field}
          name="team"
          role="combobox"
          aria-label={label}
          aria-expanded={answers.length > 0}
          aria-controls={listId}
          aria-activedescendant={answers.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-16 text-ink outline-none placeholder:text-ink-3 desk:text-18"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={i18n.t('Clear')}
            onClick={() => {
              type('');
              field.current?.focus();
            }}
            className="grid size-11 flex-none place-items-center rounded-full text-ink hover:bg-sunk"
          >
            {isBusy ? <Spinner /> : <X size={20} strokeWidth={1.8} />}
          </button>
        )}
        {button && (
          <button
            type="button"
            onClick={pickActive}
            className="flex h-11 min-w-11 flex-none items-center justify-center gap-2 rounded-full bg-ink font-[650] text-bg hover:bg-ink/88 desk:px-5.5"
          >
            {button}
          </button>
        )}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={i18n.t('Matches')}
        hidden={answers.length === 0}
        className="rounded-sheet bg-surface p-2 text-ink shadow-3"
      >
        {answers.map(({ key, picture, title, lines, end, pick }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={pick}
            className="grid min-h-15 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-card p-1.5 pr-3 hover:bg-sunk aria-selected:bg-sunk"
          >
            {picture}
            <span className="min-w-0">
              <b className="block text-15 leading-tight font-bold tracking-[-0.01em] wrap-anywhere">
                {markMatches(title, q).map(({ part, isMatch, at }) =>
                  isMatch ? (
                    <mark
                      key={at}
                      className="bg-transparent text-inherit underline decoration-2 underline-offset-3"
                    >
                      {part}
                    </mark>
                  ) : (
                    part
                  ),
                )}
              </b>
              {lines.map((line) => (
                <small
                  key={line}
                  className="block text-13 leading-snug text-ink-2 tabular-nums wrap-anywhere"
                >
                  {line}
                </small>
              ))}
            </span>
            {end}
          </div>
        ))}
      </div>
    </>
  );
}

type MarkedPart = { part: string; isMatch: boolean; at: number };

/** Splits a name into the parts that a keyword matched and the rest. */
export function markMatches(name: string, typed: string): MarkedPart[] {
  const keywords = typed.trim().split(/\s+/).filter(Boolean);
  if (keywords.length === 0) return [{ part: name, isMatch: false, at: 0 }];
  const longestFirst = keywords.toSorted((a, b) => b.length - a.length);
  const escaped = longestFirst.map((keyword) => keyword.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [index, part] of name.split(new RegExp(`(${escaped.join('|')})`, 'gi')).entries()) {
    if (part !== '') parts.push({ part, isMatch: index % 2 === 1, at });
    at += part.length;
  }
  return parts;
}
