import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronRight, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { Photo } from '#web/components/photo.tsx';
import { type SearchAnswer, SearchCombobox } from '#web/components/search-combobox.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { firstAlbumsQuery } from '#web/features/catalogue/catalogue.query.ts';
import { latestEventsQuery } from '#web/features/catalogue/latest-events.tsx';
import {
  type TeamChoice,
  teamChoices,
  teamSuggestionsQuery,
  useSaveTeamSearch,
} from '#web/features/found-albums/team-searches.ts';
import { formatDays, formatPerformanceDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { searchFor, typedSearch } from '#web/lib/search-params.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;
const TEAMS = 5;
const EVENTS = 2;
const ALBUMS = 30;

/** Answers while somebody types. Picking a team saves it, with or without photos. */
export function WelcomeSearch() {
  const [text, setText] = useState('');
  const q = useSettledText(text, PAUSE_MS).trim();
  const { answers, error, isSaving, isAnswered } = useAnswers(q);
  const isAsking = q.length >= MIN_LETTERS && text !== '';
  const shown = isAsking ? answers : [];
  return (
    <div className="grid gap-2.5">
      <SearchCombobox
        label={i18n.t('Team, gym or event')}
        placeholder={i18n.t('Team, gym or event')}
        text={text}
        onType={setText}
        q={q}
        answers={shown}
        isBusy={isSaving}
      />
      {text === '' && <Example />}
      <ErrorNotice error={isAsking ? error : null} />
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
            ? i18n.t('No match yet. Try fewer letters, the gym or the city.')
            : i18n.t('No photos yet? Pick your team anyway and we’ll tell you when they’re up.')
          : ''}
      </p>
    </div>
  );
}

/** Parts of a name are enough, as the words of the event below show. */
function Example() {
  const [event] = useQuery(latestEventsQuery).data ?? [];
  if (!event?.brand_name || !event.city) return null;
  return (
    <p className="pl-3 text-14 text-ink-2">
      <Trans
        id="Try <b>{brand}</b> or <b>{city}</b>"
        values={{ brand: event.brand_name, city: event.city }}
        components={{ b: <b className="font-[650] text-ink" /> }}
      />
    </p>
  );
}

function useAnswers(q: string) {
  const navigate = useNavigate();
  const isAsking = q.length >= MIN_LETTERS;
  const suggestions = useQuery({ ...teamSuggestionsQuery(q), enabled: isAsking });
  const albums = useQuery({ ...firstAlbumsQuery(q, ALBUMS), enabled: isAsking });
  const save = useSaveTeamSearch(() => undefined);
  const teams = suggestions.data ? teamChoices(suggestions.data).slice(0, TEAMS) : [];
  const answers: SearchAnswer[] = [
    ...teams.map((team) =>
      toTeamAnswer(team, newestOf(team, albums.data?.albums ?? []), () => save.mutate(team.search)),
    ),
    ...(suggestions.data?.events ?? []).slice(0, EVENTS).map((event) => ({
      key: `event/${event.id}`,
      title: event.name,
      lines: [
        [event.city, event.state].filter(Boolean).join(', '),
        formatDays(event.start_date, event.last_date),
      ],
      picture: <IconTile icon={<CalendarDays size={24} strokeWidth={1.6} />} />,
      end: <Onward />,
      pick: () => void navigate({ to: paths.event(event.id) }),
    })),
  ];
  return {
    answers,
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

function toTeamAnswer(team: TeamChoice, album: Album | undefined, pick: () => void): SearchAnswer {
  const event = album?.events[0];
  const [cover] = album?.cover ?? [];
  const level = team.search.division_name || album?.division_name;
  const isSoon = album ? album.images_count === 0 : team.note === i18n.t('No photos yet');
  const newest =
    album &&
    event &&
    i18n.t('{place}, {date}. {count, plural, one {# photo} other {# photos}}', {
      place: event.city || event.name,
      date: formatPerformanceDay(album, event),
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
    end: isSoon ? <Soon /> : <Onward />,
    pick,
  };
}

const Onward = () => <ChevronRight size={20} strokeWidth={1.8} className="text-ink-3" />;

const Soon = () => (
  <span className="rounded-tile bg-sunk px-2 py-1 text-12 font-[650]">{i18n.t('Soon')}</span>
);

function IconTile({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden className="grid size-16 place-items-center rounded-[10px] bg-sunk text-ink-3">
      {icon}
    </span>
  );
}
