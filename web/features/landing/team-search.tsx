import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarDays, type LucideIcon, Users } from 'lucide-react';
import { useState } from 'react';
import { landingEndpoints, type PublicEvent, type PublicTeam } from '#contract/endpoints/landing.ts';
import { type SearchAnswer, SearchCombobox } from '#web/components/search-combobox.tsx';
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
  return apiQuery(['public-search', q.toLowerCase()], landingEndpoints.searchPublic, {
    query: { q },
    enabled: q.length >= MIN_SEARCH_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};

/** Leads visitors to the page of a team or an event. */
export function TeamSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const q = useSettledText(text, PAUSE_MS);
  const search = useQuery(publicSearchQuery(q));
  const isAsking = q.trim().length >= MIN_SEARCH_LETTERS && text !== '';
  const { teams = [], events = [] } = (isAsking && search.data) || {};
  const answerOf = (
    Icon: LucideIcon,
    found: PublicTeam | PublicEvent,
    words: Pick<SearchAnswer, 'title' | 'lines'> & { kind: string },
  ): SearchAnswer => ({
    ...words,
    key: found.code,
    picture: (
      <span className="ml-1.5 grid size-9 place-items-center rounded-full bg-sunk text-ink-2">
        <Icon size={18} strokeWidth={1.8} aria-label={words.kind} />
      </span>
    ),
    end: (
      <span className="text-right whitespace-nowrap tabular-nums">
        <b className="block text-14 font-[650]">
          {found.albums_count > 0
            ? i18n.t('{count, plural, one {# album} other {# albums}}', { count: found.albums_count })
            : i18n.t('Soon')}
        </b>
        <small className="block text-13 text-ink-2">{formatDays(found.start_date, found.last_date)}</small>
      </span>
    ),
    pick: () => void navigate({ to: paths.poster(found.code) }),
  });
  const answers = [
    ...teams.map((team) =>
      answerOf(Users, team, {
        kind: i18n.t('Team'),
        title: teamName(team),
        lines: [[team.division_name, team.event_name].filter(Boolean).join(', ')],
      }),
    ),
    ...events.map((event) =>
      answerOf(CalendarDays, event, {
        kind: i18n.t('Event'),
        title: event.name,
        lines: [[event.city, event.state].filter(Boolean).join(', ')],
      }),
    ),
  ];
  return (
    <div className="relative grid gap-2">
      <SearchCombobox
        label={i18n.t('Find your team or event')}
        placeholder={i18n.t('Find your team')}
        text={text}
        onType={setText}
        q={q}
        answers={answers}
        button={
          <>
            <ArrowRight size={20} strokeWidth={1.8} />
            <span className="max-desk:sr-only">{i18n.t('Search')}</span>
          </>
        }
      />
      <SearchStatus isAsking={isAsking} search={search} found={answers.length} />
    </div>
  );
}

type SearchStatusProps = {
  isAsking: boolean;
  search: { data: unknown; error: Error | null };
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
