import { useQuery } from '@tanstack/react-query';
import { Check, Search } from 'lucide-react';
import { useId, useState } from 'react';
import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import { LocalText } from '#web/components/local-text.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useSettledText } from '#web/lib/use-typed-search.ts';
import { posterTeamsQuery } from './poster.query.ts';
import { timeOf } from './poster-header.tsx';

type TeamPickerProps = { poster: Poster; className?: string };

/** The address names the chosen team, so that Back and sharing work. */
export function TeamPicker({ poster, className = '' }: TeamPickerProps) {
  const headingId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const settled = useSettledText(text).trim();
  const teams = useQuery(posterTeamsQuery(poster.code, settled));
  const pick = (team: PosterTeam) => void navigate({ to: paths.poster(team.code), resetScroll: true });
  return (
    <section
      aria-labelledby={headingId}
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 ${className}`}
    >
      <h2 id={headingId} className="text-22 font-[750] tracking-[-0.025em]">
        {i18n.t('Pick your team')}
      </h2>
      <label className="flex h-13 items-center gap-2.5 rounded-full border border-edge bg-surface pr-2 pl-[18px] text-ink-2 focus-within:outline-2 focus-within:outline-focus">
        <Search size={20} strokeWidth={1.8} />
        <input
          type="search"
          aria-label={i18n.t('Search teams')}
          placeholder={i18n.t('Team, gym or performance number')}
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none"
        />
      </label>
      {teams.data ? (
        <>
          <ul>
            {teams.data.teams.map((team) => (
              <li key={team.code}>
                <TeamRow
                  team={team}
                  event={poster.event}
                  isChosen={isSameTeam(team, poster.team)}
                  onPick={() => pick(team)}
                />
              </li>
            ))}
          </ul>
          <p role="status" className="text-14 text-ink-2 tabular-nums">
            {countLine(teams.data.teams.length, teams.data.total, settled)}
          </p>
        </>
      ) : teams.error ? (
        <FailedState error={teams.error} onRetry={teams.refetch} />
      ) : (
        <Skeleton label={i18n.t('Loading teams')} className="h-96" />
      )}
    </section>
  );
}

/** Another album may lend its code to the list, so the names decide. */
function isSameTeam(a: PosterTeam, b: PosterTeam | null): boolean {
  return (
    b !== null &&
    a.program_name === b.program_name &&
    a.team_name === b.team_name &&
    a.division_name === b.division_name
  );
}

function countLine(shown: number, total: number, text: string): string {
  if (total === 0) return i18n.t('We don’t have the teams yet. Check back soon.');
  if (shown === 0) return i18n.t('No team found. Try fewer letters or the performance number.');
  if (text !== '') return i18n.t('{shown} of {total} teams match.', { shown, total });
  return shown < total
    ? i18n.t('{shown} of {total} teams, the ones up next first. Search to see the rest.', { shown, total })
    : i18n.t('{count, plural, one {# team.} other {# teams.}}', { count: total });
}

type TeamRowProps = { team: PosterTeam; event: Poster['event']; isChosen: boolean; onPick: () => void };

function TeamRow({ team, event, isChosen, onPick }: TeamRowProps) {
  const time = timeOf(team, event);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPick}
      className="grid min-h-16 w-full grid-cols-[44px_minmax(0,1fr)_auto_24px] items-center gap-3 rounded-ctl border-line border-b px-2.5 py-2 text-left hover:bg-sunk aria-pressed:border-transparent aria-pressed:bg-spot-wash aria-pressed:shadow-[inset_0_0_0_2px_var(--spot)]"
    >
      <span
        aria-hidden
        className="grid h-10 min-w-10 place-items-center rounded-[8px] border border-line bg-white font-num text-22 font-semibold text-[#121217]"
      >
        {team.performance_order}
      </span>
      <span className="min-w-0">
        <b className="block text-15 leading-tight font-bold tracking-[-0.01em] wrap-anywhere">
          <span className="sr-only">
            {i18n.t('Performance {number}', { number: team.performance_order })},{' '}
          </span>
          {team.program_name} <span className="font-medium text-ink-2">{team.team_name}</span>
        </b>
        <small className="block text-13 wrap-anywhere text-ink-2">{team.division_name}</small>
      </span>
      {team.is_up ? (
        <span className="max-w-24 rounded-tile bg-ok-bg px-2 py-1 text-center text-12 font-[650] text-ok">
          {i18n.t('Photos up')}
        </span>
      ) : (
        <span className="max-w-24 text-right text-14 font-[650] tabular-nums">{time}</span>
      )}
      <span
        aria-hidden
        className={`grid size-6 place-items-center rounded-full bg-spot text-spot-ink ${isChosen ? '' : 'invisible'}`}
      >
        <Check size={15} strokeWidth={2.6} />
      </span>
    </button>
  );
}

type ChosenTeamProps = { team: PosterTeam; event: Poster['event'] };

export function ChosenTeam({ team, event }: ChosenTeamProps) {
  const when = team.is_up ? i18n.t('photos are up') : timeOf(team, event);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
      <OrderTile order={team.performance_order} />
      <div>
        <h2 className="leading-tight font-bold wrap-anywhere">{teamName(team)}</h2>
        <p className="text-14 text-ink-2">
          <LocalText text={[team.division_name, when].filter(Boolean).join(', ')} />
        </p>
      </div>
    </div>
  );
}
