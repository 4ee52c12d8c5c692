import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Search, Users, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PublicEvent, PublicTeam } from '#contract/endpoints/landing.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDate, teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { MIN_SEARCH_LETTERS, publicSearchQuery } from '#web/lib/public-search.query.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';

const PAUSE_MS = 120;

type Result = { code: string; icon: ReactNode; title: string; line: string; count: number; date: string };

/** Arrow keys walk through the answers, Enter opens one, and Escape clears the field. */
export function TeamSearch() {
  const listId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [walked, setWalked] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // The field may have been used before React was there.
  useEffect(() => setText(field.current?.value ?? ''), []);
  const settled = useSettledText(text, PAUSE_MS);
  const search = useQuery(publicSearchQuery(settled));
  const isAsking = settled.trim().length >= MIN_SEARCH_LETTERS && text !== '';
  const results = isAsking && search.data ? toResults(search.data) : [];
  const active = Math.min(walked, results.length - 1);
  const open = (result: Result) => void navigate({ to: paths.poster(result.code) });
  const type = (typed: string) => {
    setText(typed);
    setWalked(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const result = results[active];
    if (event.key === 'ArrowDown') setWalked(Math.min(active + 1, results.length - 1));
    else if (event.key === 'ArrowUp') setWalked(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && result) open(result);
    else if (event.key === 'Escape' && text !== '') type('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative grid gap-2">
      <label htmlFor={`${listId}-field`} className="text-15 font-[650]">
        {i18n.t('Find your team or event')}
      </label>
      <div className="flex h-14 items-center gap-2.5 rounded-full bg-surface pr-1.5 pl-[18px] text-ink-2 shadow-[inset_0_0_0_1px_var(--edge)] focus-within:outline-3 focus-within:outline-focus">
        <Search size={20} strokeWidth={1.8} />
        <input
          ref={field}
          id={`${listId}-field`}
          name="team"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={results.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={i18n.t('Team, program, event or city')}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={i18n.t('Clear')}
            onClick={() => type('')}
            className="grid size-11 place-items-center rounded-full text-ink hover:bg-sunk"
          >
            <X size={20} strokeWidth={1.8} />
          </button>
        )}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={i18n.t('Matches')}
        aria-busy={search.isFetching}
        hidden={results.length === 0}
        className="rounded-[20px] bg-surface p-2 text-ink shadow-3"
      >
        {results.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={result.code}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(result)}
            className="grid min-h-15 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-[14px] px-3 py-2 hover:bg-sunk aria-selected:bg-sunk sm:grid-cols-[36px_minmax(0,1fr)_auto]"
          >
            <span
              aria-hidden
              className="grid size-9 place-items-center rounded-full bg-sunk text-ink-2 max-sm:hidden"
            >
              {result.icon}
            </span>
            <span className="min-w-0">
              <b className="block text-15 leading-tight font-[650] tracking-[-0.01em] wrap-anywhere">
                {markMatches(result.title, settled).map(({ part, isMatch, at }) =>
                  isMatch ? (
                    <mark
                      key={at}
                      className="bg-transparent font-extrabold text-inherit underline decoration-2 underline-offset-3"
                    >
                      {part}
                    </mark>
                  ) : (
                    part
                  ),
                )}
              </b>
              <small className="block text-13 leading-snug text-ink-2 wrap-anywhere">{result.line}</small>
            </span>
            <span className="text-right whitespace-nowrap tabular-nums">
              <b className="block text-14 font-[650]">
                {result.count > 0
                  ? i18n.t('{count, plural, one {# album} other {# albums}}', { count: result.count })
                  : i18n.t('Soon')}
              </b>
              <small className="block text-13 text-ink-2">{formatDate(result.date)}</small>
            </span>
          </div>
        ))}
      </div>
      <SearchStatus isAsking={isAsking} search={search} found={results.length} />
    </div>
  );
}

type SearchStatusProps = {
  isAsking: boolean;
  search: { data: unknown; error: Error | null; isPlaceholderData: boolean };
  found: number;
};

function SearchStatus({ isAsking, search, found }: SearchStatusProps) {
  const words = !isAsking
    ? ''
    : search.error
      ? messageOf(search.error)
      : search.data === undefined
        ? i18n.t('Searching…')
        : found === 0
          ? i18n.t('Nothing found. Try fewer letters, the program or the city.')
          : `${found} found`;
  const isQuiet = words === '' || (found > 0 && !search.error);
  return (
    <p
      role="status"
      className={isQuiet ? 'sr-only' : 'rounded-[20px] bg-surface px-5 py-3.5 text-15 text-ink-2'}
    >
      {words}
    </p>
  );
}

function toResults({ teams, events }: { teams: PublicTeam[]; events: PublicEvent[] }): Result[] {
  return [
    ...teams.map((team) => ({
      code: team.code,
      icon: <Users size={18} strokeWidth={1.8} />,
      title: teamName(team),
      line: [i18n.t('Team'), team.division_name, team.event_name].filter(Boolean).join(', '),
      count: team.albums_count,
      date: team.start_date,
    })),
    ...events.map((event) => ({
      code: event.code,
      icon: <CalendarDays size={18} strokeWidth={1.8} />,
      title: event.name,
      line: [i18n.t('Event'), event.city, event.state].filter(Boolean).join(', '),
      count: event.albums_count,
      date: event.start_date,
    })),
  ];
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
