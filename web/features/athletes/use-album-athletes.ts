import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { athletesInAlbumQuery } from './athletes.query.ts';

type Shown = { image: number; certainty: 'sure' | 'maybe'; decision: 'confirmed' | 'rejected' | null };
export type AlbumAthlete = { athlete: number; name: string; images: Shown[] };

type AthleteFilter = {
  name: string;
  label: string;
  count: number;
  imageIds: ReadonlySet<number>;
  marks: ReadonlyMap<number, string>;
};

export const filterNameOf = (athleteId: number) => `athlete-${athleteId}`;
export const isAthleteFilter = (name: string | undefined) => name?.startsWith('athlete-') ?? false;

/** The tab of one athlete; what we are not sure of says so on the photo. */
export function filterOf({ athlete, name, images }: AlbumAthlete): AthleteFilter {
  const marks = images.flatMap(({ image, certainty, decision }): [number, string][] => {
    if (decision === 'rejected') return [[image, `Not ${name}`]];
    return decision === null && certainty === 'maybe' ? [[image, 'Maybe']] : [];
  });
  return {
    name: filterNameOf(athlete),
    label: name,
    count: images.filter(({ decision }) => decision !== 'rejected').length,
    imageIds: new Set(images.map(({ image }) => image)),
    marks: new Map(marks),
  };
}

/**
 * Photos refused before are gone; one refused since stays until the page is left, so that nothing jumps under the
 * finger and it can be taken back.
 */
export function leaveOutRefused(
  athletes: readonly AlbumAthlete[],
  before: readonly AlbumAthlete[],
): AlbumAthlete[] {
  const keyOf = (athlete: number, image: number) => `${athlete} ${image}`;
  const refusedBefore = new Set(
    before.flatMap(({ athlete, images }) =>
      images.filter(({ decision }) => decision === 'rejected').map(({ image }) => keyOf(athlete, image)),
    ),
  );
  return athletes
    .map((entry) => ({
      ...entry,
      images: entry.images.filter(
        ({ image, decision }) => decision !== 'rejected' || !refusedBefore.has(keyOf(entry.athlete, image)),
      ),
    }))
    .filter(({ images }) => images.length > 0);
}

const NONE: readonly AlbumAthlete[] = [];

/** Who of the customer's athletes is in an album, and where. Without an answer the album is just an album. */
export function useAlbumAthletes(albumId: number) {
  const isOn = useFaceMatching();
  const { data } = useQuery({ ...athletesInAlbumQuery(albumId), enabled: isOn });
  const known: readonly AlbumAthlete[] = (isOn && data) || NONE;
  const [first, setFirst] = useState(known);
  if (first === NONE && known !== NONE) setFirst(known);
  return useMemo(() => {
    const athletes = leaveOutRefused(known, first);
    return { athletes, filters: athletes.map(filterOf) };
  }, [known, first]);
}
