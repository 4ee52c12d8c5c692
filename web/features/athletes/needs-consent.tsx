import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';

export function NeedsConsent({ athlete }: { athlete: UserAthlete }) {
  const { name, consented_at } = athlete;
  return (
    <EmptyState
      title={consented_at ? 'Our consent text has changed' : `We are not looking for ${name}`}
      sentence={
        consented_at
          ? `Please read it again. Until you agree, we do not look for ${name} in new photos.`
          : 'There is no consent. You can give it at any time and then add photos.'
      }
    >
      <ToAdding athlete={athlete} label={consented_at ? 'Review consent' : 'Give consent'} />
    </EmptyState>
  );
}

export function NeedsPhoto({ athlete }: { athlete: UserAthlete }) {
  return (
    <EmptyState
      title={`Add a photo of ${athlete.name}`}
      sentence="We need at least one photo to search. It takes a few seconds."
    >
      <ToAdding athlete={athlete} label="Add a photo" />
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
