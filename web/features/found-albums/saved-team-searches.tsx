import { Bell, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AlbumOnly, TeamSubscription } from '#contract/entities/album.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { typedSearch, useSearchState } from '#web/lib/search-params.ts';
import { countAlbumsOfTeam } from './team-searches.ts';

const AddTeamSheet = lazyPart(() => import('./add-team-sheet.tsx'), 'AddTeamSheet');
const RemoveSearchDialog = lazyPart(() => import('./remove-search-dialog.tsx'), 'RemoveSearchDialog');

type PanelProps = {
  searches: readonly TeamSubscription[];
  albums: readonly { album: AlbumOnly }[];
  /** Opens a team's notification settings. */
  onAlerts: (search: TeamSubscription) => void;
};

export function SavedTeamSearches({ searches, albums, onAlerts }: PanelProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<TeamSubscription>();
  const counts = useMemo(
    () => searches.map((search) => countAlbumsOfTeam(albums, search)),
    [searches, albums],
  );
  return (
    <section
      aria-labelledby="saved-team-searches"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 desk:gap-4"
    >
      <h2 id="saved-team-searches" className="text-16 font-bold tracking-[-0.01em] desk:text-18">
        {i18n.t('My Saved Team Searches')}
      </h2>
      <div className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] desk:mx-0 desk:flex-col-reverse desk:gap-4 desk:overflow-visible desk:p-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsAdding(true)}
          className={`${buttonStyle('line')} flex-none px-4! text-14! desk:text-15!`}
        >
          <Plus size={18} strokeWidth={1.8} />
          {i18n.t('New Team/Event Search')}
        </button>
        {searches.length === 0 ? (
          <p className="hidden text-15 text-ink-2 desk:block">
            {i18n.t('No teams yet. Follow one, and its new photos come to you.')}
          </p>
        ) : (
          <ul className="flex gap-2 desk:grid desk:gap-1.5">
            {searches.map((search, index) => (
              <SavedSearchChip
                key={search.id}
                search={search}
                count={counts[index] ?? 0}
                onAlerts={() => onAlerts(search)}
                onRemove={() => setRemoving(search)}
              />
            ))}
          </ul>
        )}
      </div>
      {isAdding && <AddTeamSheet onClose={() => setIsAdding(false)} />}
      {removing && <RemoveSearchDialog search={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

type ChipProps = { search: TeamSubscription; count: number; onAlerts: () => void; onRemove: () => void };

const ACTION = 'grid size-11 flex-none place-items-center rounded-full text-ink-3 hover:text-ink';

function SavedSearchChip({ search, count, onAlerts, onRemove }: ChipProps) {
  const { program_name, team_name, division_name } = search;
  const { changed } = useSearchState(typedSearch);
  const team = [program_name, team_name].filter(Boolean).join(' ');
  const keywords = [program_name, team_name, division_name].filter(Boolean).join(' ');
  return (
    <li className="flex flex-none items-center rounded-full bg-sunk pr-0.5 text-14 desk:rounded-[14px]">
      <Link
        to="."
        search={changed({ q: keywords, page: undefined })}
        resetScroll={false}
        className="flex h-11 items-center gap-2 rounded-full pl-4 whitespace-nowrap desk:h-auto desk:min-h-11 desk:flex-1 desk:rounded-[14px] desk:py-2.5 desk:whitespace-normal"
      >
        <span className="flex gap-1.5 leading-[1.3] desk:grid desk:flex-1 desk:gap-0">
          <span className="font-semibold">{program_name}</span>
          <span className="text-ink-2">
            {team_name}
            <span className="hidden desk:inline">{division_name && `, ${division_name}`}</span>
          </span>
        </span>
        <b className="font-bold tabular-nums">
          <span aria-hidden>{count}</span>
          <span className="sr-only">
            , {i18n.t('{count, plural, one {# album} other {# albums}}', { count })}
          </span>
        </b>
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={i18n.t('Notifications about {team}', { team })}
        onClick={onAlerts}
        className={`${ACTION} -mr-3`}
      >
        <Bell size={16} strokeWidth={2} />
      </button>
      <button
        type="button"
        aria-label={i18n.t('Remove {team}', { team })}
        onClick={onRemove}
        className={ACTION}
      >
        <X size={16} strokeWidth={2} />
      </button>
    </li>
  );
}
