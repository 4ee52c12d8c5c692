import { ScanFace } from 'lucide-react';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import type { MissingVerification } from '#contract/rules/athletes.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';

const STEPS = [
  [/*i18n*/ 'Add a photo', /*i18n*/ 'One good photo of their face, straight from your phone.'],
  [/*i18n*/ 'We look', /*i18n*/ 'We go through your teams’ albums, old and new.'],
  [/*i18n*/ 'You decide', /*i18n*/ 'Tell us if we got one wrong, and buy only what you love.'],
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
              {i18n.t(title)}
            </b>
            <span className="text-14 text-ink-2">{i18n.t(sentence)}</span>
          </li>
        ))}
      </ol>
      <p className="max-w-[52ch] text-14 text-ink-2">
        {i18n.t(
          'We ask for your consent first. We look only in albums of teams you save, albums you’re invited to and albums you buy, and we delete everything when you ask.',
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
          : i18n.t('We’re not looking for {name}', { name })
      }
      sentence={
        consented_at
          ? i18n.t('Please read it again. Until you agree, we won’t look for {name} in new photos.', {
              name,
            })
          : i18n.t('We need your consent first. You can give it anytime, then add a photo.')
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
      sentence={i18n.t('One is enough to start, and it takes a few seconds.')}
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
        {i18n.t(
          '{missing, select, address {Confirm your email address, and we’ll look for {name}.} phone {Confirm your phone, and we’ll look for {name}.} card {Buy a photo or an album by card once, and we’ll look for {name}.} other {Confirm your phone, or buy something by card once, and we’ll look for {name}.}} To keep kids safe, we check that a real adult is asking.',
          { missing, name: athlete.name },
        )}
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
      {hasAthlete
        ? i18n.t('Face search is off right now. What you added is safe, and you can delete it anytime.')
        : i18n.t('Face search is off right now.')}
    </Notice>
  );
}
