import { Plus } from 'lucide-react';
import { MAX_ATHLETES, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';

type AthleteChipsProps = { athletes: readonly UserAthlete[]; shownId: number; canAdd: boolean };

export function AthleteChips({ athletes, shownId, canAdd }: AthleteChipsProps) {
  return (
    <nav
      aria-label={i18n.t('Your athletes')}
      className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:flex-wrap desk:overflow-visible desk:px-0"
    >
      {athletes.map(({ id, name, matches_sure, user_athlete_reference_photos: photos }) => (
        <Link
          key={id}
          to={paths.myAthlete}
          search={searchFor(athletesSearch, { athlete: id })}
          aria-current={id === shownId ? 'true' : undefined}
          className="group inline-flex h-12 flex-none items-center gap-2.5 rounded-full pr-4 pl-1.5 font-[650] text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-sunk aria-[current]:bg-ink aria-[current]:text-bg"
        >
          <Face url={photos[0]?.url ?? null} name={name} />
          {name}
          {matches_sure > 0 && (
            <span className="text-14 text-ink-2 tabular-nums group-aria-[current]:text-bg">
              <span aria-hidden>{matches_sure}</span>
              <span className="sr-only">
                {i18n.t('{count, plural, one {# photo} other {# photos}}', { count: matches_sure })}
              </span>
            </span>
          )}
        </Link>
      ))}
      {canAdd && athletes.length < MAX_ATHLETES && (
        <Link to={paths.addNewAthlete} className={`${buttonStyle('line')} h-12! flex-none`}>
          <Plus size={18} strokeWidth={1.8} />
          {i18n.t('Add an athlete')}
        </Link>
      )}
    </nav>
  );
}

function Face({ url, name }: { url: string | null; name: string }) {
  if (url) return <img src={url} alt="" className="size-9 rounded-full object-cover" />;
  return (
    <span
      aria-hidden
      className="grid size-9 place-items-center rounded-full bg-sunk text-14 font-bold text-ink"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

type AthleteHeaderProps = {
  athlete: UserAthlete;
  /** Undefined until the photos have loaded. */
  weekends: number | undefined;
};

export function AthleteHeader({ athlete, weekends }: AthleteHeaderProps) {
  const { name, team_name, matches_sure: photos, user_athlete_reference_photos: references } = athlete;
  const url = references[0]?.url;
  return (
    <header className="grid justify-items-center gap-1 text-center">
      {url && (
        <img
          src={url}
          alt=""
          className="mb-1.5 size-28 rounded-full border-4 border-surface object-cover ring-3 ring-spot"
        />
      )}
      <h1 tabIndex={-1} className="text-36 leading-tight font-extrabold tracking-[-0.03em]">
        {name}
      </h1>
      {team_name && <p className="text-15 text-ink-2">{team_name}</p>}
      {photos > 0 && weekends !== undefined && weekends > 0 && (
        <p className="text-15 text-ink-2 tabular-nums">
          {i18n.t(
            '{weekends, plural, one {{photos, plural, one {# photo from one weekend} other {# photos from one weekend}}} other {{photos} photos from # weekends}}',
            { photos, weekends },
          )}
        </p>
      )}
    </header>
  );
}
