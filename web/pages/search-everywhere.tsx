import { useQuery } from '@tanstack/react-query';
import { noMatches } from '#web/components/album-list-messages.ts';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { firstAlbumsQuery } from '#web/features/catalogue/catalogue.query.ts';
import { EventResults, MoreAlbums } from '#web/features/catalogue/event-results.tsx';
import { filterAlbums, type ListedAlbum } from '#web/features/found-albums/album-list.ts';
import { TeamResults } from '#web/features/found-albums/team-results.tsx';
import { teamChoices, teamSuggestionsQuery } from '#web/features/found-albums/team-searches.ts';
import { formatCount } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';

const TEAMS = 5;
const EVENTS = 4;
const ALBUMS = 10;
const MAX_ASKED = 100;

type SearchEverywhereProps = { text: string; own: readonly ListedAlbum[] };

/** Results of a home search beyond the customer's own albums. */
export function SearchEverywhere({ text, own }: SearchEverywhereProps) {
  const { team_subscriptions } = useUser();
  const q = useSettledText(text.trim());
  const ownFound = filterAlbums(own, q).length;
  const suggestions = useQuery(teamSuggestionsQuery(q));
  // The answer also holds the customer's own albums, so more are requested than shown.
  const found = useQuery(firstAlbumsQuery(q, Math.min(MAX_ASKED, ALBUMS + ownFound)));
  const error = suggestions.error ?? found.error;
  if (error) {
    const retry = () => {
      for (const query of [suggestions, found]) if (query.isError) void query.refetch();
    };
    return <FailedState error={error} onRetry={retry} />;
  }
  if (!suggestions.data || !found.data)
    return <Skeleton label={i18n.t('Searching albums')} className="h-[240px]" />;
  const ownIds = new Set(own.map(({ album }) => album.id));
  const { total, total_is_floor } = found.data;
  const albums = found.data.albums.filter(({ id }) => !ownIds.has(id)).slice(0, ALBUMS);
  const teams = teamChoices(suggestions.data).slice(0, TEAMS);
  const events = suggestions.data.events.slice(0, EVENTS);
  const isNothing = albums.length + teams.length + events.length === 0;
  const isStale = suggestions.isPlaceholderData || found.isPlaceholderData || q !== text.trim();
  const hasMore = total > albums.length + ownFound;
  return (
    <div
      aria-busy={isStale}
      className={`grid gap-6 transition-opacity duration-(--d2) ${isStale ? 'opacity-60' : ''}`}
    >
      <p role="status" className={isNothing && ownFound === 0 ? 'text-14 text-ink-2' : 'sr-only'}>
        {isStale ? '' : summaryOf({ ownFound, isNothing, found: [teams, events, albums] })}
      </p>
      {teams.length > 0 && <TeamResults teams={teams} saved={team_subscriptions} />}
      {events.length > 0 && <EventResults events={events} />}
      {albums.length > 0 && (
        <MoreAlbums
          albums={albums}
          q={q}
          total={hasMore ? `${formatCount(total)}${total_is_floor ? '+' : ''}` : undefined}
        />
      )}
    </div>
  );
}

type Summary = { ownFound: number; isNothing: boolean; found: readonly (readonly unknown[])[] };

function summaryOf({ ownFound, isNothing, found }: Summary): string {
  if (isNothing) return ownFound > 0 ? i18n.t('That’s all we found.') : noMatches();
  const [teams = 0, events = 0, albums = 0] = found.map((group) => group.length);
  return i18n.t(
    'Also found: {teams, plural, one {# team} other {# teams}}, {events, plural, one {# event} other {# events}}, {albums, plural, one {# album} other {# albums}}',
    { teams, events, albums },
  );
}
