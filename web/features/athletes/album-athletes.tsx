import { useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { albumAthletesQuery } from './athletes.query.ts';
import { photosInWords } from './matches.ts';

const toMatches = (athlete: number, album: number) => ({
  to: paths.myAthlete,
  search: searchFor(athletesSearch, { athlete, album }),
});

function useAthletesOf(albumId: number) {
  const isOn = useFaceMatching();
  const { data } = useQuery({ ...albumAthletesQuery, enabled: isOn });
  if (!isOn) return [];
  return data?.filter(({ album, photos }) => album === albumId && photos > 0) ?? [];
}

export function AlbumAthletes({ albumId }: { albumId: number }) {
  const athletes = useAthletesOf(albumId);
  if (athletes.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {athletes.map(({ athlete, name, photos, close_ups }) => (
        <li key={athlete}>
          <Link
            {...toMatches(athlete, albumId)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-spot-wash px-3.5 text-14 text-ink tabular-nums hover:underline"
          >
            <ScanFace aria-hidden size={18} strokeWidth={1.8} className="flex-none" />
            <span>
              <b className="font-bold">{name}</b>: {photosInWords(photos, close_ups)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function HeroAthletes({ albumId }: { albumId: number }) {
  const athletes = useAthletesOf(albumId);
  const [first] = athletes;
  if (!first) return null;
  return (
    <p className="flex items-center gap-2 text-15 font-[650] text-white">
      <ScanFace aria-hidden size={20} strokeWidth={1.8} className="flex-none text-spot" />
      {first.photos === 1 ? '1 photo looks' : `${first.photos} photos look`} like {first.name}
      {athletes.length > 1 && ` (and ${athletes.length - 1} more)`}
    </p>
  );
}

export function SeeHeroAthletes({ albumId }: { albumId: number }) {
  const [first] = useAthletesOf(albumId);
  if (!first) return null;
  return (
    <Link
      {...toMatches(first.athlete, albumId)}
      className="inline-flex h-11 items-center rounded-full px-[18px] text-15 font-[650] text-white shadow-[inset_0_0_0_1.5px_rgb(255_255_255/.8)] transition-transform duration-(--d1) hover:bg-white/15 active:scale-[.98]"
    >
      See {first.name}’s {first.photos}
    </Link>
  );
}
