import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_REFERENCE_PHOTOS, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { useStore } from '#web/lib/store.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { ATHLETES_KEY } from './athletes.query.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { startReferenceUploads } from './reference-uploads.ts';
import { UploadCard } from './upload-card.tsx';

export function PhotosStep({ athlete }: { athlete: UserAthlete }) {
  const client = useQueryClient();
  const [uploads] = useState(() =>
    startReferenceUploads(athlete.id, () => void client.invalidateQueries({ queryKey: ATHLETES_KEY })),
  );
  const list = useStore(uploads.store);
  const accepted = list.filter(({ state }) => state === 'accepted');
  const isWorking = list.some(
    ({ state }) => state === 'waiting' || state === 'preparing' || state === 'sending',
  );
  const keptBefore = athlete.user_athlete_reference_photos.filter(
    (kept) => !accepted.some((upload) => upload.state === 'accepted' && upload.photo.id === kept.id),
  ).length;
  const count = keptBefore + accepted.length;
  const hasRoom = count < MAX_REFERENCE_PHOTOS;
  return (
    <div className="grid gap-6">
      <PhotoPicker
        facing={athlete.consent_relation === 'self' ? 'user' : 'environment'}
        isDisabled={!hasRoom}
        onPick={(files) => void uploads.add(files.slice(0, MAX_REFERENCE_PHOTOS - count))}
      />
      {!hasRoom && (
        <p className="text-14 text-ink-2">
          You have added {MAX_REFERENCE_PHOTOS} photos, which is the maximum. Delete one to add another.
        </p>
      )}
      {list.length === 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-15 text-ink-2">
          <li>One photo is enough. Two or three from different days are better.</li>
          <li>Face the camera, in good light, with nobody else close by.</li>
          <li>Add one with makeup, if {athlete.name} performs with it.</li>
        </ul>
      )}
      {list.length > 0 && (
        <ul aria-label="Photos" aria-live="polite" className="grid gap-3">
          {list.map((upload) => (
            <UploadCard key={upload.key} upload={upload} name={athlete.name} uploads={uploads} />
          ))}
        </ul>
      )}
      {count > 0 && !isWorking ? (
        <Link
          to={paths.myAthlete}
          search={searchFor(athletesSearch, { athlete: athlete.id })}
          className={`${buttonStyle('ink')} h-[54px]! text-16!`}
        >
          See photos of {athlete.name}
        </Link>
      ) : (
        !isWorking && (
          <Link
            to={paths.myAthlete}
            search={searchFor(athletesSearch, { athlete: athlete.id })}
            className={buttonStyle('ghost')}
          >
            Later
          </Link>
        )
      )}
    </div>
  );
}
