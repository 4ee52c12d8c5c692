import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarDays, Search, Users, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { landingEndpoints, type PublicEvent, type PublicTeam } from '#contract/endpoints/landing.ts';
import { apiQuery } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDays, teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useSettledText } from '#web/lib/use-typed-search.ts';

const PAUSE_MS = 120;
const MIN_SEARCH_LETTERS = 2;

/** Teams and events by name, for visitors and members alike. */
const publicSearchQuery = (text: string) => {
  const q = text.trim().slice(0, 100);
  return queryOptions({
    ...apiQuery(['public-search', q.toLowerCase()], landingEndpoints.searchPublic, { query: { q } }),
    enabled: q.length >= MIN_SEARCH_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};

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
  const openActive = () => {
    const result = results[active];
    if (result) open(result);
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setWalked(Math.min(active + 1, results.length - 1));
    else if (event.key === 'ArrowUp') setWalked(Math.max(active - 1, 0));
    else if (event.key === 'Enter') openActive();
    else if (event.key === 'Escape' && text !== '') type('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative grid gap-2">
      <div className="flex h-15 items-center gap-2 rounded-full bg-white pr-2 pl-5 text-[#52525c] shadow-[inset_0_0_0_1px_var(--edge)] focus-within:outline-3 focus-within:outline-focus desk:h-17 desk:pr-2.5 desk:pl-6">
        <Search size={20} strokeWidth={1.8} className="flex-none" />
        <input
          ref={field}
          name="team"
          role="combobox"
          aria-label={i18n.t('Find your team or event')}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={results.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={i18n.t('Find your team')}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-16 text-[#121217] outline-none placeholder:text-[#6b6b76]"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={i18n.t('Clear')}
            onClick={() => type('')}
            className="grid size-11 flex-none place-items-center rounded-full text-[#121217] hover:bg-[#f1f1f4]"
          >
            <X size={20} strokeWidth={1.8} />
          </button>
        )}
        <button
          type="button"
          onClick={openActive}
          className="flex size-11 flex-none items-center justify-center gap-2 rounded-full bg-[#121217] font-[650] text-white hover:bg-[#121217]/88 desk:h-12 desk:w-auto desk:px-5.5"
        >
          <ArrowRight size={20} strokeWidth={1.8} />
          <span className="max-desk:sr-only">{i18n.t('Search')}</span>
        </button>
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
            className="grid min-h-15 cursor-pointer grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-3 rounded-[14px] px-3 py-2 hover:bg-sunk aria-selected:bg-sunk"
          >
            <span className="grid size-9 place-items-center rounded-full bg-sunk text-ink-2">
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
              <small className="block text-13 text-ink-2">{formatDays(result.date, result.date)}</small>
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
          ? i18n.t('No match yet. Try fewer letters, the gym or the city.')
          : i18n.t('{count, plural, one {# match} other {# matches}}', { count: found });
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
      icon: <Users size={18} strokeWidth={1.8} aria-label={i18n.t('Team')} />,
      title: teamName(team),
      line: [team.division_name, team.event_name].filter(Boolean).join(', '),
      count: team.albums_count,
      date: team.start_date,
    })),
    ...events.map((event) => ({
      code: event.code,
      icon: <CalendarDays size={18} strokeWidth={1.8} aria-label={i18n.t('Event')} />,
      title: event.name,
      line: [event.city, event.state].filter(Boolean).join(', '),
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
