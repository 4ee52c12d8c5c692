import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { athleteEndpoints, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { consentVersion, isConsentCurrent } from '#contract/rules/athletes.ts';
import { focusOnMount } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { athletesSearch, searchFor } from '#web/lib/search-params.ts';
import { useTemplateYears } from '#web/lib/site.query.ts';
import {
  type AthleteName,
  type ConsentRelation,
  ConsentStep,
  GuardianStep,
  NameStep,
} from './add-athlete-steps.tsx';
import { ATHLETES_KEY, athletesQuery } from './athletes.query.ts';
import { PhotosStep } from './photos-step.tsx';

type AddAthleteProps = {
  /** An existing athlete who needs more photos or a new consent. */
  athlete: UserAthlete | undefined;
  teams: readonly string[];
  /** Shown until the customer is verified as an adult whom we can reach. */
  phoneForm: ReactNode;
};

/** Giving consent creates the athlete, so nobody is stored without it. */
export function AddAthlete({ athlete, teams, phoneForm }: AddAthleteProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const years = useTemplateYears();
  const [named, setNamed] = useState<AthleteName>({ name: '', teamName: '' });
  const [isNamed, setIsNamed] = useState(false);
  const name = athlete?.name ?? named.name;
  const consent = useMutation({
    mutationFn: (relation: ConsentRelation) => {
      const given = { version: consentVersion(years), relation, given: true as const };
      return athlete
        ? callApi(athleteEndpoints.giveConsent, { params: { id: athlete.id }, body: given })
        : callApi(athleteEndpoints.addAthlete, {
            body: { name: named.name, team_name: named.teamName || null, consent: given },
          });
    },
    onSuccess: async (kept) => {
      client.setQueryData(athletesQuery.queryKey, (known) => [
        ...(known ?? []).filter(({ id }) => id !== kept.id),
        kept,
      ]);
      // The address names the athlete, so that a reload continues with the photos.
      await navigate({
        to: paths.addNewAthlete,
        search: searchFor(athletesSearch, { athlete: kept.id }),
        replace: true,
      });
      void client.invalidateQueries({ queryKey: ATHLETES_KEY });
    },
  });

  if (athlete?.consented_at && isConsentCurrent(athlete.consent_version, years)) {
    const { missing_verification: missing } = athlete.search;
    if (missing) {
      return (
        <Step
          number={3}
          title={i18n.t('One check before the photos')}
          intro={i18n.t(
            'To keep kids safe, we check that a real adult is asking before we look for {name}.',
            {
              name,
            },
          )}
        >
          <GuardianStep missing={missing} phoneForm={phoneForm} />
        </Step>
      );
    }
    return (
      <Step
        number={3}
        title={i18n.t('Photos of {name}', { name })}
        intro={i18n.t('We save only the face, and look for it in your albums.')}
      >
        <PhotosStep athlete={athlete} />
      </Step>
    );
  }
  if (athlete || isNamed) {
    return (
      <Step
        number={2}
        title={i18n.t('May we recognize {name}?', { name })}
        intro={i18n.t('We need your OK before we look for a face. Here’s what that means.')}
      >
        <ConsentStep
          name={name}
          years={years}
          isBusy={consent.isPending}
          error={consent.error}
          onConsent={consent.mutate}
          onBack={() => {
            consent.reset();
            if (athlete) void navigate({ to: paths.myAthlete });
            else setIsNamed(false);
          }}
        />
      </Step>
    );
  }
  return (
    <Step
      number={1}
      title={i18n.t('Add an athlete')}
      intro={i18n.t('We’ll find their photos in your albums, so you don’t have to scroll.')}
    >
      <NameStep
        start={named}
        teams={teams}
        onDone={(next) => {
          setNamed(next);
          setIsNamed(true);
        }}
      />
    </Step>
  );
}

const STEPS = 3;

function Step(props: { number: number; title: string; intro: string; children: ReactNode }) {
  const { number, title, intro, children } = props;
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <p className="flex items-center gap-3 text-14 text-ink-2">
          {i18n.t('Step {step} of {count}', { step: number, count: STEPS })}
          <span aria-hidden className="flex flex-1 gap-1.5">
            {Array.from({ length: STEPS }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
                key={index}
                className={`h-1 flex-1 rounded-full ${index < number ? 'bg-ink' : 'bg-line'}`}
              />
            ))}
          </span>
        </p>
        <header className="grid gap-2">
          <h1
            key={number}
            ref={number > 1 ? focusOnMount : undefined}
            tabIndex={-1}
            className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36"
          >
            {title}
          </h1>
          <p className="text-ink-2">{intro}</p>
        </header>
      </div>
      {children}
    </div>
  );
}
