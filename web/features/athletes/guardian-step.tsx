import type { ReactNode } from 'react';
import type { MissingProof } from '#contract/rules/athletes.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { Notice } from '#web/components/notice.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

type GuardianStepProps = {
  missing: MissingProof;
  /** The page passes the form, because it belongs to another feature. */
  phoneForm: ReactNode;
};

/** Comes before the photos: faces are searched only for adults whom we can reach. */
export function GuardianStep({ missing, phoneForm }: GuardianStepProps) {
  if (missing === 'address') {
    return (
      <Notice tone="info">
        Confirm your e-mail address first. Use the link in our e-mail, or the note at the top of this page.
      </Notice>
    );
  }
  return (
    <div className="grid gap-6">
      {missing !== 'card' && (
        <section
          aria-labelledby="verify-phone"
          className="grid gap-4 rounded-card border border-line bg-surface p-5"
        >
          <h2 id="verify-phone" className="text-18 font-bold tracking-[-0.02em]">
            Verify your phone
          </h2>
          {phoneForm}
        </section>
      )}
      {missing !== 'phone' && (
        <section className="grid justify-items-start gap-3 text-15 text-ink-2">
          <p>
            {missing === 'card'
              ? 'Buy a photo or an album by card, and come back. One purchase is enough.'
              : 'A purchase paid by card counts too. If you buy one now, you can skip this step.'}
          </p>
          <Link to={paths.home} className={buttonStyle('line')}>
            See your albums
          </Link>
        </section>
      )}
      <Link to={paths.myAthlete} className={buttonStyle('ghost')}>
        Later
      </Link>
    </div>
  );
}
