import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronRight, Search, Users, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { Spinner } from '#web/components/button.tsx';
import { Photo } from '#web/components/photo.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { firstAlbumsQuery } from '#web/features/catalogue/catalogue.query.ts';
import {
  type TeamChoice,
  teamChoices,
  teamSuggestionsQuery,
  useSaveTeamSearch,
} from '#web/features/found-albums/team-searches.ts';
import { markMatches } from '#web/features/landing/team-search.tsx';
import { formatWeekday } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { searchFor, typedSearch } from '#web/lib/search-params.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;
const TEAMS = 5;
const EVENTS = 2;
const ALBUMS = 30;

type Result = {
  key: string;
  title: string;
  lines: string[];
  picture: ReactNode;
  isSoon: boolean;
  pick: () => void;
};

/** Answers while somebody types. Picking a team saves it, with or without photos; arrow keys and Enter work too. */
export function WelcomeSearch() {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [walked, setWalked] = useState(0);
  const q = useSettledText(text, PAUSE_MS).trim();
  const { results, error, isSaving, isAnswered } = useResults(q);
  const isAsking = q.length >= MIN_LETTERS && text !== '';
  const shown = isAsking ? results : [];
  const active = Math.min(walked, shown.length - 1);
  const type = (typed: string) => {
    setText(typed);
    setWalked(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setWalked(Math.min(active + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setWalked(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && shown[active]) shown[active].pick();
    else if (event.key === 'Escape' && text !== '') type('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2.5">
      <div className="flex h-16 items-center gap-3 rounded-full border border-edge bg-surface pr-2.5 pl-6 text-ink-2 shadow-2 focus-within:outline-3 focus-within:outline-focus">
        <Search size={22} strokeWidth={1.8} className="flex-none" />
        <input
          ref={field}
          role="combobox"
          aria-label={i18n.t('Team, gym or event')}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={i18n.t('Team, gym or event')}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-18 text-ink outline-none"
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
            {isSaving ? <Spinner /> : <X size={20} strokeWidth={1.8} />}
          </button>
        )}
      </div>
      <ErrorNotice error={isAsking ? error : null} />
      <div
        id={listId}
        role="listbox"
        aria-label={i18n.t('Matches')}
        hidden={shown.length === 0}
        className="rounded-sheet bg-surface p-2 shadow-3"
      >
        {shown.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={result.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={result.pick}
            className="grid cursor-pointer grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3 rounded-card p-1.5 pr-3 hover:bg-sunk aria-selected:bg-sunk"
          >
            <ResultRow result={result} q={q} />
          </div>
        ))}
      </div>
      {shown.length > 0 && (
        <p className="-mt-1 pl-3 text-14">
          <TextLink to={paths.searchAlbums} search={searchFor(typedSearch, { q })}>
            {i18n.t('See all matches')}
          </TextLink>
        </p>
      )}
      <p role="status" className="text-14 text-ink-2">
        {isAsking && isAnswered && !error
          ? shown.length === 0
            ? i18n.t('No match yet. Try fewer letters, your gym or the city.')
            : i18n.t('No photos yet? Pick your team anyway and we’ll tell you when they’re up.')
          : ''}
      </p>
    </div>
  );
}

function ResultRow({ result, q }: { result: Result; q: string }) {
  return (
    <>
      {result.picture}
      <span className="min-w-0">
        <b className="block text-15 leading-tight font-bold tracking-[-0.01em] wrap-anywhere">
          {markMatches(result.title, q).map(({ part, isMatch, at }) =>
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
        {result.lines.map((line) => (
          <small key={line} className="block text-13 leading-snug text-ink-2 tabular-nums wrap-anywhere">
            {line}
          </small>
        ))}
      </span>
      {result.isSoon ? (
        <span className="rounded-tile bg-sunk px-2 py-1 text-12 font-[650]">{i18n.t('Soon')}</span>
      ) : (
        <ChevronRight size={20} strokeWidth={1.8} className="text-ink-3" />
      )}
    </>
  );
}

function useResults(q: string) {
  const navigate = useNavigate();
  const isAsking = q.length >= MIN_LETTERS;
  const suggestions = useQuery({ ...teamSuggestionsQuery(q), enabled: isAsking });
  const albums = useQuery({ ...firstAlbumsQuery(q, ALBUMS), enabled: isAsking });
  const save = useSaveTeamSearch(() => undefined);
  const teams = suggestions.data ? teamChoices(suggestions.data).slice(0, TEAMS) : [];
  const results: Result[] = [
    ...teams.map((team) =>
      toTeamResult(team, newestOf(team, albums.data?.albums ?? []), () => save.mutate(team.search)),
    ),
    ...(suggestions.data?.events ?? []).slice(0, EVENTS).map((event) => ({
      key: `event/${event.id}`,
      title: event.name,
      lines: [[event.city, event.state].filter(Boolean).join(', '), formatWeekday(event.start_date)],
      picture: <IconTile icon={<CalendarDays size={24} strokeWidth={1.6} />} />,
      isSoon: false,
      pick: () => void navigate({ to: paths.event(event.id) }),
    })),
  ];
  return {
    results,
    error: save.error ?? suggestions.error,
    isSaving: save.isPending,
    isAnswered: suggestions.data !== undefined && !suggestions.isPlaceholderData,
  };
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The newest album of a team, with photos if there is one. */
function newestOf({ search }: TeamChoice, albums: readonly Album[]): Album | undefined {
  const ofTeam = albums.filter(
    (album) =>
      isSame(album.program_name, search.program_name) &&
      isSame(album.team_name, search.team_name) &&
      (search.division_name === '' || isSame(album.division_name, search.division_name)),
  );
  return ofTeam.find(({ images_count }) => images_count > 0) ?? ofTeam[0];
}

function toTeamResult(team: TeamChoice, album: Album | undefined, pick: () => void): Result {
  const event = album?.events[0];
  const [cover] = album?.cover ?? [];
  const level = team.search.division_name || album?.division_name;
  const isSoon = album ? album.images_count === 0 : team.note === i18n.t('No photos yet');
  const newest =
    album &&
    event &&
    i18n.t('{place}, {date}. {count, plural, one {# photo} other {# photos}}', {
      place: event.city || event.name,
      date: formatWeekday(event.start_date),
      count: album.images_count,
    });
  return {
    key: team.key,
    title: team.title,
    lines: [level ?? '', isSoon ? i18n.t('No photos yet') : (newest ?? team.note)].filter(Boolean),
    picture:
      album && cover ? (
        <Photo
          albumUuid={album.uuid}
          image={cover}
          token={album.cover_auth}
          className="size-16 rounded-[10px]"
        />
      ) : (
        <IconTile icon={<Users size={24} strokeWidth={1.6} />} />
      ),
    isSoon,
    pick,
  };
}

function IconTile({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden className="grid size-16 place-items-center rounded-[10px] bg-sunk text-ink-3">
      {icon}
    </span>
  );
}
