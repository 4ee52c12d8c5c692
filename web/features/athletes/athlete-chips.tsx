import { Plus } from 'lucide-react';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { MAX_ATHLETES } from '#contract/endpoints/athletes.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';

type AthleteChipsProps = { athletes: readonly UserAthlete[]; shownId: number; canAdd: boolean };

export function AthleteChips({ athletes, shownId, canAdd }: AthleteChipsProps) {
  return (
    <nav
      aria-label="Your athletes"
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
              {matches_sure}
              <span className="sr-only"> photos</span>
            </span>
          )}
        </Link>
      ))}
      {canAdd && athletes.length < MAX_ATHLETES && (
        <Link to={paths.addNewAthlete} className={`${buttonStyle('line')} h-12! flex-none`}>
          <Plus aria-hidden size={18} strokeWidth={1.8} />
          Add an athlete
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
