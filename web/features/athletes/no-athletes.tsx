import { ScanFace } from 'lucide-react';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import type { MissingVerification } from '#contract/rules/athletes.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';

const STEPS = [
  [/*i18n*/ 'Add a photo', /*i18n*/ 'One good photo of the face, from your phone.'],
  [/*i18n*/ 'We search', /*i18n*/ 'We search the albums of the teams you follow, and every new one.'],
  [
    /*i18n*/ 'You decide',
    /*i18n*/ 'Confirm the right photos, reject the wrong ones, and buy only what you like.',
  ],
] as const;

export function NoAthletes() {
  return (
    <section className="grid justify-items-center gap-6 rounded-sheet bg-sunk px-5 py-10 text-center desk:py-16">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-spot text-spot-ink">
        <ScanFace size={34} strokeWidth={1.8} />
      </span>
      <div className="grid gap-1.5">
        <h2 className="text-22 font-[750] tracking-[-0.02em]">{i18n.t('Find photos of your athlete')}</h2>
        <p className="max-w-[46ch] text-ink-2">
          {i18n.t('No more scrolling through hundreds of photos for one face.')}
        </p>
      </div>
      <Link to={paths.addNewAthlete} className={`${buttonStyle()} h-[54px]! px-8! text-16!`}>
        {i18n.t('Add an athlete')}
      </Link>
      <ol className="grid w-full max-w-[840px] gap-3 text-left sm:grid-cols-3">
        {STEPS.map(([title, sentence], index) => (
          <li key={title} className="grid content-start gap-1 rounded-card bg-surface p-5">
            <b className="flex items-center gap-2.5">
              <span aria-hidden className="font-num text-22 font-semibold text-ink-3">
                {index + 1}
              </span>
              {title}
            </b>
            <span className="text-14 text-ink-2">{sentence}</span>
          </li>
        ))}
      </ol>
      <p className="max-w-[52ch] text-14 text-ink-2">
        {i18n.t(
          'We ask for your consent first, search only albums of your saved teams, invitations and purchases, and delete everything when you ask us to.',
        )}
      </p>
    </section>
  );
}

export function NeedsConsent({ athlete }: { athlete: UserAthlete }) {
  const { name, consented_at } = athlete;
  return (
    <EmptyState
      title={
        consented_at
          ? i18n.t('Our consent text has changed')
          : i18n.t('We are not looking for {name}', { name })
      }
      sentence={
        consented_at
          ? i18n.t('Please read it again. Until you agree, we do not look for {name} in new photos.', {
              name,
            })
          : i18n.t('There is no consent. You can give it at any time and then add photos.')
      }
    >
      <ToAdding athlete={athlete} label={consented_at ? i18n.t('Review consent') : i18n.t('Give consent')} />
    </EmptyState>
  );
}

export function NeedsPhoto({ athlete }: { athlete: UserAthlete }) {
  return (
    <EmptyState
      title={i18n.t('Add a photo of {name}', { name: athlete.name })}
      sentence={i18n.t('We need at least one photo to search. It takes a few seconds.')}
    >
      <ToAdding athlete={athlete} label={i18n.t('Add a photo')} />
    </EmptyState>
  );
}

function ToAdding({ athlete, label }: { athlete: UserAthlete; label: string }) {
  return (
    <Link
      to={paths.addNewAthlete}
      search={searchFor(athletesSearch, { athlete: athlete.id })}
      className={buttonStyle()}
    >
      {label}
    </Link>
  );
}

const WORDS: Record<MissingVerification, string> = {
  address: /*i18n*/ 'Confirm your email address, and we search for',
  phone: /*i18n*/ 'Verify your phone, and we search for',
  card: /*i18n*/ 'Buy a photo or an album by card once, and we search for',
  either: /*i18n*/ 'Verify your phone, or buy by card once, and we search for',
};

/** Photos found earlier stay on the page; only the search waits. */
export function NeedsVerification({
  athlete,
  missing,
}: {
  athlete: UserAthlete;
  missing: MissingVerification;
}) {
  return (
    <Notice tone="info">
      <span className="grid justify-items-start gap-3">
        {i18n.t('{WORDS} {name}. Faces are searched only for adults we can reach.', {
          WORDS: WORDS[missing],
          name: athlete.name,
        })}
        {missing !== 'address' && (
          <Link
            to={paths.addNewAthlete}
            search={searchFor(athletesSearch, { athlete: athlete.id })}
            className={buttonStyle('line', 'small')}
          >
            {i18n.t('Continue')}
          </Link>
        )}
      </span>
    </Notice>
  );
}

export function MatchingOff({ hasAthlete = false }: { hasAthlete?: boolean }) {
  return (
    <Notice tone="info">
      {i18n.t('Face search is currently off on this site.')}
      {hasAthlete && ' What you added is kept, and you can delete it at any time.'}
    </Notice>
  );
}
