import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import type { MissingProof } from '#contract/rules/athletes.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { Notice } from '#web/components/notice.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { athletesSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';

const WORDS: Record<MissingProof, string> = {
  address: 'Confirm your e-mail address, and we search for',
  phone: 'Verify your phone, and we search for',
  card: 'Buy a photo or an album by card once, and we search for',
  either: 'Verify your phone, or buy by card once, and we search for',
};

/** Photos found earlier stay on the page; only the search waits. */
export function NeedsProof({ athlete, missing }: { athlete: UserAthlete; missing: MissingProof }) {
  return (
    <Notice tone="info">
      <span className="grid justify-items-start gap-3">
        {WORDS[missing]} {athlete.name}. Faces are searched only for adults we can reach.
        {missing !== 'address' && (
          <Link
            to={paths.addNewAthlete}
            search={searchFor(athletesSearch, { athlete: athlete.id })}
            className={buttonStyle('line', 'small')}
          >
            Continue
          </Link>
        )}
      </span>
    </Notice>
  );
}
