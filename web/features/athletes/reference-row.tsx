import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  athleteEndpoints,
  MAX_REFERENCE_PHOTOS,
  type ReferencePhoto,
  type UserAthlete,
} from '#contract/endpoints/athletes.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { ATHLETES_KEY } from './athletes.query.ts';

export function ReferenceRow({ athlete, canAdd }: { athlete: UserAthlete; canAdd: boolean }) {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<ReferencePhoto>();
  const remove = useMutation({
    mutationFn: (photoId: number) =>
      callApi(athleteEndpoints.deleteReferencePhoto, { params: { id: photoId } }),
    onSettled: () => {
      setLeaving(undefined);
      return client.invalidateQueries({ queryKey: ATHLETES_KEY });
    },
  });
  const photos = athlete.user_athlete_reference_photos;
  const isLast = photos.length === 1;
  return (
    <section aria-labelledby="reference-photos" className="grid gap-3">
      <h2 id="reference-photos" className="text-16 font-bold tracking-[-0.01em]">
        Reference photos
      </h2>
      <ul className="relative -mx-4 flex gap-3 overflow-x-auto px-4 py-1 desk:mx-0 desk:flex-wrap desk:overflow-visible desk:px-0">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative size-[76px] flex-none">
            {photo.url && (
              <img
                src={photo.url}
                alt={`${athlete.name}, face ${index + 1}`}
                className="size-full rounded-card bg-sunk object-cover"
              />
            )}
            <button
              type="button"
              aria-label={`Delete reference photo ${index + 1}`}
              onClick={() => setLeaving(photo)}
              className="absolute -top-2 -right-2 grid size-11 place-items-center"
            >
              <span className="grid size-7 place-items-center rounded-full bg-[rgb(8_8_12/.78)] text-white">
                <X aria-hidden size={16} strokeWidth={2} />
              </span>
            </button>
          </li>
        ))}
        {canAdd && photos.length < MAX_REFERENCE_PHOTOS && (
          <li className="flex-none">
            <Link
              to={paths.addNewAthlete}
              search={searchFor(athletesSearch, { athlete: athlete.id })}
              className="grid size-[76px] place-items-center content-center rounded-card border border-edge border-dashed text-13 font-[650] text-ink hover:bg-sunk"
            >
              <Plus aria-hidden size={22} strokeWidth={1.8} />
              Add
            </Link>
          </li>
        )}
      </ul>
      {canAdd && photos.length === 1 && (
        <p className="text-14 text-ink-2">A second photo from another day finds more matches.</p>
      )}
      {remove.error && <Notice tone="bad">{messageOf(remove.error)}</Notice>}
      {leaving && (
        <ConfirmDialog
          title="Delete this reference photo?"
          sentence={
            isLast
              ? `This is the only one. Without it we stop searching for ${athlete.name} and delete all matches.`
              : `The photo and its face data are deleted. We search for ${athlete.name} again with the other photos.`
          }
          confirmLabel="Delete photo"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(leaving.id)}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}
