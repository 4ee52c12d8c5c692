import { useQueryClient } from '@tanstack/react-query';
import { Camera, Check, Images, X } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import {
  MAX_REFERENCE_PHOTOS,
  type ReferenceRefusal,
  type UserAthlete,
} from '#contract/endpoints/athletes.ts';
import { Button, buttonStyle, Spinner } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { useStore } from '#web/lib/storage.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { ATHLETES_KEY } from './athletes.query.ts';
import { FaceChooser } from './face-chooser.tsx';
import { type ReferenceUpload, type ReferenceUploads, startReferenceUploads } from './reference-uploads.ts';
import { REFUSAL_WORDS, RefusedImage } from './refused-image.tsx';

export function PhotosStep({ athlete }: { athlete: UserAthlete }) {
  const client = useQueryClient();
  const [uploads] = useState(() =>
    startReferenceUploads(athlete.id, () => void client.invalidateQueries({ queryKey: ATHLETES_KEY })),
  );
  const list = useStore(uploads.store);
  const accepted = list.filter(({ state }) => state === 'accepted');
  const isWorking = list.some(({ state }) => state in WORKING);
  const storedCount = athlete.user_athlete_reference_photos.filter(
    (kept) => !accepted.some((upload) => upload.state === 'accepted' && upload.photo.id === kept.id),
  ).length;
  const count = storedCount + accepted.length;
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
          {i18n.t('You’ve added {most} photos, that’s all we need. Delete one to add another.', {
            most: MAX_REFERENCE_PHOTOS,
          })}
        </p>
      )}
      {list.length === 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-15 text-ink-2">
          <li>{i18n.t('One photo is enough. Two or three from different days work even better.')}</li>
          <li>{i18n.t('Face the camera, in good light, with nobody else close by.')}</li>
          <li>
            {i18n.t('If {name} performs with makeup, add one with makeup too.', { name: athlete.name })}
          </li>
        </ul>
      )}
      {list.length > 0 && (
        <ul aria-label={i18n.t('Photos')} aria-live="polite" className="grid gap-3">
          {list.map((upload) => (
            <UploadCard key={upload.key} upload={upload} name={athlete.name} uploads={uploads} />
          ))}
        </ul>
      )}
      {!isWorking && (
        <Link
          to={paths.myAthlete}
          search={searchFor(athletesSearch, { athlete: athlete.id })}
          className={count > 0 ? `${buttonStyle()} h-[54px]! text-16!` : buttonStyle('ghost')}
        >
          {count > 0 ? i18n.t('See photos of {name}', { name: athlete.name }) : i18n.t('Later')}
        </Link>
      )}
    </div>
  );
}

type PhotoPickerProps = {
  /** The phone camera to open: the front one for oneself, the back one for someone else. */
  facing: 'user' | 'environment';
  isDisabled?: boolean;
  onPick: (files: File[]) => void;
};

function PhotoPicker({ facing, isDisabled = false, onPick }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allows choosing the same photo again after a refusal.
    event.target.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <div className="flex flex-col gap-2 sm:flex-row *:sm:flex-1">
      <Button
        icon={Camera}
        disabled={isDisabled}
        className="h-[54px]! text-16! [@media(pointer:fine)]:hidden"
        onClick={() => camera.current?.click()}
      >
        {facing === 'user' ? i18n.t('Take a selfie') : i18n.t('Take a photo')}
      </Button>
      <Button
        icon={Images}
        kind="line"
        disabled={isDisabled}
        className="h-[54px]! text-16!"
        onClick={() => library.current?.click()}
      >
        {i18n.t('Choose photos')}
      </Button>
      <input ref={camera} hidden type="file" accept="image/*" capture={facing} onChange={take} />
      <input
        ref={library}
        hidden
        type="file"
        accept="image/*"
        multiple
        aria-label={i18n.t('Face photos')}
        onChange={take}
      />
    </div>
  );
}

type UploadCardProps = { upload: ReferenceUpload; name: string; uploads: ReferenceUploads };

const WORKING = {
  waiting: /*i18n*/ 'Waiting',
  preparing: /*i18n*/ 'Getting it ready',
  sending: /*i18n*/ 'Looking for the face',
};

function UploadCard({ upload, name, uploads }: UploadCardProps) {
  const address = useObjectUrl(upload.picture);
  if (upload.state === 'refused') {
    return (
      <Refused
        refusal={upload.refusal}
        address={address}
        name={name}
        onChoose={(face) => void uploads.sendFace(upload.key, face)}
        onDismiss={() => uploads.dismiss(upload.key)}
      />
    );
  }
  return (
    <li className="flex items-center gap-4 rounded-card border border-line p-3">
      <span className="relative size-[72px] flex-none overflow-hidden rounded-ctl bg-sunk">
        {upload.state === 'accepted' && upload.photo.url ? (
          <img
            src={upload.photo.url}
            alt={i18n.t('The face of {name}', { name })}
            className="size-full object-cover"
          />
        ) : (
          address && <img src={address} alt="" className="size-full object-cover opacity-60" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1 text-15">
        {upload.state === 'accepted' && (
          <p className="flex items-center gap-1.5 font-[650] text-ok">
            <Check size={20} strokeWidth={2.2} className="flex-none" />
            {i18n.t('Got it. This is who we’ll look for.')}
          </p>
        )}
        {upload.state in WORKING && (
          <p className="flex items-center gap-2.5 font-[650]">
            <Spinner />
            {i18n.t(WORKING[upload.state as keyof typeof WORKING])}
          </p>
        )}
        {upload.state === 'failed' && (
          <>
            <p className="font-medium text-bad">{upload.message}</p>
            {upload.picture && (
              <p>
                <Button kind="line" size="small" onClick={() => void uploads.retry(upload.key)}>
                  {i18n.t('Try again')}
                </Button>
              </p>
            )}
          </>
        )}
      </div>
      {upload.state === 'failed' && <Dismiss onDismiss={() => uploads.dismiss(upload.key)} />}
    </li>
  );
}

type RefusedProps = {
  refusal: ReferenceRefusal;
  address: string | undefined;
  name: string;
  onChoose: (face: ReferenceRefusal['faces'][number]) => void;
  onDismiss: () => void;
};

function Refused({ refusal, address, name, onChoose, onDismiss }: RefusedProps) {
  const canChoose = refusal.problem === 'several_faces';
  const words = REFUSAL_WORDS[refusal.problem];
  return (
    <li className="grid gap-3 rounded-card border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="grid flex-1 gap-0.5 pt-2 pl-1 text-15">
          <p className="font-bold">{i18n.t(words.title)}</p>
          <p className="text-ink-2">{i18n.t(words.advice)}</p>
        </div>
        <Dismiss onDismiss={onDismiss} />
      </div>
      {address && canChoose && (
        <FaceChooser address={address} faces={refusal.faces} name={name} onChoose={onChoose} />
      )}
      {address && !canChoose && <RefusedImage address={address} faces={refusal.faces} />}
    </li>
  );
}

function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Button icon={X} kind="ghost" size="icon" aria-label={i18n.t('Remove this photo')} onClick={onDismiss} />
  );
}
