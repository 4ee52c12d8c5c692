import { X } from 'lucide-react';
import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import { countOf } from '#web/lib/count-words.ts';
import { Link } from '#web/lib/navigation.tsx';
import { typedSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';

type ChipProps = { search: TeamSubscription; count: number; onRemove: () => void };

export function SavedSearchChip({ search, count, onRemove }: ChipProps) {
  const { program_name, team_name, division_name } = search;
  const { changed } = useSearchState(typedSearch);
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
          <span className="sr-only">, {countOf(count, 'album')}</span>
        </b>
      </Link>
      <button
        type="button"
        aria-label={`Remove ${[program_name, team_name].filter(Boolean).join(' ')}`}
        onClick={onRemove}
        className="grid size-11 flex-none place-items-center rounded-full text-ink-3 hover:text-ink"
      >
        <X aria-hidden size={16} strokeWidth={2} />
      </button>
    </li>
  );
}
