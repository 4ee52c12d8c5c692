import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { athletesInAlbumQuery } from './athletes.query.ts';

type Shown = { image: number; certainty: 'sure' | 'maybe'; decision: 'confirmed' | 'rejected' | null };
export type AlbumAthlete = { athlete: number; name: string; images: Shown[] };

export const filterNameOf = (athleteId: number) => `athlete-${athleteId}`;
export const isAthleteFilter = (name: string | undefined) => name?.startsWith('athlete-') ?? false;

export function filterOf({ athlete, name, images }: AlbumAthlete) {
  const marks = images.flatMap(({ image, certainty, decision }): [number, string][] => {
    if (decision === 'rejected') return [[image, i18n.t('Not {name}', { name })]];
    return decision === null && certainty === 'maybe' ? [[image, i18n.t('Maybe')]] : [];
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
 * Leaves out photos that were rejected before this page was opened. One rejected now stays until the page is
 * left, so that nothing moves under the finger and it can be undone.
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

export function useAlbumAthletes(albumId: number) {
  // The call needs a verified address. Nobody asked for it, so it must not open the prompt for the verification.
  const isVerified = useUser().email_verified;
  const isOn = useFaceMatching() && isVerified;
  const { data } = useQuery({ ...athletesInAlbumQuery(albumId), enabled: isOn });
  const known: readonly AlbumAthlete[] = (isOn && data) || NONE;
  const [first, setFirst] = useState(known);
  if (first === NONE && known !== NONE) setFirst(known);
  return useMemo(() => {
    const athletes = leaveOutRefused(known, first);
    return { athletes, filters: athletes.map(filterOf) };
  }, [known, first]);
}
