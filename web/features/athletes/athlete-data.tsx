import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Plus, X } from 'lucide-react';
import { athleteEndpoints, MAX_REFERENCE_PHOTOS, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveTextFile } from '#web/lib/files.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { toast } from '#web/lib/toast.ts';
import { ATHLETES_KEY } from './athletes.query.ts';

const QUESTIONS = {
  withdraw: {
    title: /*i18n*/ 'Withdraw consent for {name}?',
    sentence:
      /*i18n*/ 'We delete the face photos, the face data and everything we found of {name} right away, and can’t bring it back. The name and the photos you bought stay.',
    confirmLabel: /*i18n*/ 'Withdraw consent',
    done: /*i18n*/ 'Done. We deleted all of {name}’s face data.',
  },
  delete: {
    title: /*i18n*/ 'Delete {name}?',
    sentence:
      /*i18n*/ 'We remove {name} and delete the face photos, the face data and everything we found right away. Photos you bought stay yours.',
    confirmLabel: /*i18n*/ 'Delete athlete',
    done: /*i18n*/ 'We deleted {name}.',
  },
} as const;
type Question = keyof typeof QUESTIONS;

export function AthleteData({ athlete }: { athlete: UserAthlete }) {
  const { id, name } = athlete;
  const client = useQueryClient();
  const navigate = useNavigate();
  const erase = useMutation({
    mutationFn: async (asked: Question) => {
      if (asked === 'delete') await callApi(athleteEndpoints.deleteAthlete, { params: { id } });
      else await callApi(athleteEndpoints.withdrawConsent, { params: { id } });
      return asked;
    },
    onSuccess: async (asked) => {
      toast(i18n.t(QUESTIONS[asked].done, { name }));
      if (asked === 'delete') await navigate({ to: paths.myAthlete, replace: true });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ATHLETES_KEY }),
  });
  const { ask, question } = useConfirmed(erase, (asked: Question) => ({
    title: i18n.t(QUESTIONS[asked].title, { name }),
    sentence: i18n.t(QUESTIONS[asked].sentence, { name }),
    confirmLabel: i18n.t(QUESTIONS[asked].confirmLabel),
  }));
  const save = useMutation({
    mutationFn: () => callApi(athleteEndpoints.exportAthlete, { params: { id } }),
    onSuccess: (data) =>
      saveTextFile(`athlete-${id}.json`, JSON.stringify(data, null, 2), 'application/json'),
  });
  const problem = erase.error ?? save.error;
  return (
    <section aria-labelledby="athlete-data" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="athlete-data" className="text-16 font-bold tracking-[-0.01em]">
        {i18n.t('Consent and data')}
      </h2>
      <p className="text-14 text-ink-2">{consentNote(athlete)}</p>
      <ErrorNotice error={problem} />
      <div className="flex flex-wrap gap-x-2 gap-y-2">
        {athlete.consented_at && (
          <Button kind="line" size="small" onClick={() => ask('withdraw')}>
            {i18n.t('Withdraw consent')}
          </Button>
        )}
        <Button
          icon={Download}
          kind="line"
          size="small"
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          {i18n.t('Download data')}
        </Button>
        <Button kind="bad" size="small" className="max-w-full" onClick={() => ask('delete')}>
          <span className="truncate">{i18n.t('Delete {name}', { name })}</span>
        </Button>
      </div>
      {question}
    </section>
  );
}

function consentNote({ name, consented_at, consent_relation }: UserAthlete): string {
  if (!consented_at)
    return i18n.t('You haven’t given consent, so we have no face data for {name}.', { name });
  return i18n.t(
    '{relation, select, self {You agreed on {date}, as {name}.} other {You agreed on {date}, as parent or guardian of {name}.}} You can change your mind anytime.',
    { relation: consent_relation ?? 'guardian', date: formatDate(consented_at), name },
  );
}

export function ReferenceRow({ athlete, canAdd }: { athlete: UserAthlete; canAdd: boolean }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (photoId: number) =>
      callApi(athleteEndpoints.deleteReferencePhoto, { params: { id: photoId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ATHLETES_KEY }),
  });
  const photos = athlete.user_athlete_reference_photos;
  const { ask, question } = useConfirmed(remove, () => ({
    title: i18n.t('Delete this face photo?'),
    sentence:
      photos.length === 1
        ? i18n.t(
            'It’s the only one. Without it, we stop looking for {name} and delete everything we found.',
            { name: athlete.name },
          )
        : i18n.t('We delete the photo and its face data, and look for {name} again with the others.', {
            name: athlete.name,
          }),
    confirmLabel: i18n.t('Delete photo'),
  }));
  return (
    <section aria-labelledby="reference-photos" className="grid gap-3">
      <h2 id="reference-photos" className="text-16 font-bold tracking-[-0.01em]">
        {i18n.t('Face photos')}
      </h2>
      <ul className="relative -mx-4 flex gap-3 overflow-x-auto px-4 py-1 desk:mx-0 desk:flex-wrap desk:overflow-visible desk:px-0">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative size-[76px] flex-none">
            {photo.url && (
              <img
                src={photo.url}
                alt={i18n.t('{name}, face {position}', { name: athlete.name, position: index + 1 })}
                className="size-full rounded-card bg-sunk object-cover"
              />
            )}
            <button
              type="button"
              aria-label={i18n.t('Delete face photo {position}', { position: index + 1 })}
              onClick={() => ask(photo.id)}
              className="absolute -top-2 -right-2 grid size-11 place-items-center"
            >
              <span className="grid size-7 place-items-center rounded-full bg-[rgb(8_8_12/.78)] text-white">
                <X size={16} strokeWidth={2} />
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
              <Plus size={22} strokeWidth={1.8} />
              {i18n.t('Add')}
            </Link>
          </li>
        )}
      </ul>
      {canAdd && photos.length === 1 && (
        <p className="text-14 text-ink-2">{i18n.t('A second photo from another day helps us find more.')}</p>
      )}
      <ErrorNotice error={remove.error} />
      {question}
    </section>
  );
}
