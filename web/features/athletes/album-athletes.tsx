import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ScanFace } from 'lucide-react';
import type { AthleteMatch } from '#contract/entities/athlete.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { albumAthletesQuery, athletesQuery } from './athletes.query.ts';

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

/** Tells which albums show one of the customer's athletes. */
export function useHasAthletes(): (albumId: number) => boolean {
  const isOn = useFaceMatching();
  const { data } = useQuery({ ...albumAthletesQuery, enabled: isOn });
  return (albumId) => (isOn && data?.some(({ album, photos }) => album === albumId && photos > 0)) ?? false;
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
            <ScanFace size={18} strokeWidth={1.8} className="flex-none" />
            <span>
              <b className="font-bold">{name}</b>: {describePhotos(photos, close_ups)}
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
      <ScanFace size={20} strokeWidth={1.8} className="flex-none text-spot" />
      {athletes.length > 1
        ? i18n.t(
            '{photos, plural, one {# photo} other {# photos}} of {name}, and {others, plural, one {one more athlete} other {# more athletes}}',
            { photos: first.photos, name: first.name, others: athletes.length - 1 },
          )
        : i18n.t('{photos, plural, one {# photo} other {# photos}} of {name}', {
            photos: first.photos,
            name: first.name,
          })}
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
      {i18n.t('See {name}’s {photos, plural, one {photo} other {# photos}}', {
        name: first.name,
        photos: first.photos,
      })}
    </Link>
  );
}

type MatchGroups = { sure: AthleteMatch[]; maybe: AthleteMatch[]; rejected: AthleteMatch[] };

/** The customer's decision overrides our estimate; each group starts with the best match. */
export function groupMatches(matches: readonly AthleteMatch[]): MatchGroups {
  const groups: MatchGroups = { sure: [], maybe: [], rejected: [] };
  for (const match of [...matches].sort((a, b) => b.score - a.score)) {
    groups[groupOf(match)].push(match);
  }
  return groups;
}

function groupOf({ decision, certainty }: Pick<AthleteMatch, 'decision' | 'certainty'>): keyof MatchGroups {
  if (decision === 'rejected') return 'rejected';
  return decision === 'confirmed' || certainty === 'sure' ? 'sure' : 'maybe';
}

export function describePhotos(photos: number, closeUps: number): string {
  return closeUps === 0
    ? i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos })
    : i18n.t(
        '{photos, plural, one {# photo} other {# photos}}, {closeUps, plural, one {# close-up} other {# close-ups}}',
        { photos, closeUps },
      );
}

function useAthleteDoor() {
  const isOn = useFaceMatching();
  const { data: athletes = [] } = useQuery({ ...athletesQuery, enabled: isOn });
  const found = athletes.reduce((sum, { matches_sure }) => sum + matches_sure, 0);
  const [only] = athletes.length === 1 ? athletes : [];
  return {
    isOn,
    to: athletes.length > 0 ? paths.myAthlete : paths.addNewAthlete,
    isKnown: athletes.length > 0,
    found,
    only,
  };
}

export function FindMyAthlete() {
  const { isOn, to } = useAthleteDoor();
  if (!isOn) return null;
  return (
    <Link
      to={to}
      className={`${buttonStyle('ink')} fixed right-4 bottom-[calc(var(--tab-bar-height)+12px)] z-20 h-[50px]! shadow-3 desk:hidden`}
    >
      <ScanFace size={20} strokeWidth={1.8} />
      {i18n.t('Find my athlete')}
    </Link>
  );
}

export function FindAthletePanel() {
  const { isOn, to, isKnown, found, only } = useAthleteDoor();
  if (!isOn) return null;
  const title = only
    ? i18n.t('Photos of {name}', { name: only.name })
    : isKnown
      ? i18n.t('Photos of your athletes')
      : i18n.t('Find photos of your athlete');
  const sentence = isKnown
    ? found > 0
      ? i18n.t('{count, plural, one {# photo} other {# photos}} in your albums.', { count: found })
      : i18n.t('We’re looking through your albums.')
    : i18n.t('Add one photo of their face, and we’ll look through your albums.');
  return (
    <Link to={to} className="hidden items-center gap-3.5 rounded-card bg-spot-wash p-4 text-ink desk:flex">
      <span
        aria-hidden
        className="grid size-11 flex-none place-items-center rounded-full bg-spot text-spot-ink"
      >
        <ScanFace size={24} strokeWidth={1.8} />
      </span>
      <span className="grid flex-1 leading-[1.35]">
        <b className="text-15 font-bold">{title}</b>
        <span className="text-14 text-ink-2">{sentence}</span>
      </span>
      <ChevronRight size={20} strokeWidth={1.8} className="flex-none" />
    </Link>
  );
}
