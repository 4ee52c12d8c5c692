import { type ReactNode, useState } from 'react';
import { newAthlete } from '#contract/endpoints/athletes.ts';
import { type MissingVerification, TEMPLATE_LIFE_YEARS } from '#contract/rules/athletes.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { CheckField, Form, RadioCard, TextField } from '#web/components/form.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

export type AthleteName = { name: string; teamName: string };

type NameStepProps = { start: AthleteName; teams: readonly string[]; onDone: (named: AthleteName) => void };

const { name: nameRule, team_name: teamRule } = newAthlete.shape;

export function NameStep({ start, teams, onDone }: NameStepProps) {
  const [name, setName] = useState(start.name);
  const [teamName, setTeamName] = useState(start.teamName);
  const [isChecked, setIsChecked] = useState(false);
  const nameProblem = isChecked ? nameRule.safeParse(name).error?.issues[0]?.message : undefined;
  const teamProblem = isChecked ? teamRule.safeParse(teamName).error?.issues[0]?.message : undefined;
  const submit = () => {
    setIsChecked(true);
    if (nameRule.safeParse(name).success && teamRule.safeParse(teamName).success) {
      onDone({ name: name.trim(), teamName: teamName.trim() });
    }
  };
  return (
    <Form onSubmit={submit} className="grid gap-6">
      <TextField
        label={i18n.t('First name')}
        autoComplete="off"
        autoCapitalize="words"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameProblem}
        hint={i18n.t('Only you see this.')}
      />
      <div className="grid gap-2.5">
        <TextField
          label={i18n.t('Team')}
          optional
          autoComplete="off"
          value={teamName}
          onChange={(event) => setTeamName(event.target.value)}
          error={teamProblem}
        />
        {teams.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
          <div role="group" aria-label={i18n.t('Teams you follow')} className="flex flex-wrap gap-2">
            {teams.map((team) => (
              <button
                key={team}
                type="button"
                aria-pressed={team === teamName}
                onClick={() => setTeamName(team === teamName ? '' : team)}
                className="min-h-11 rounded-full px-4 text-left text-14 font-[650] wrap-anywhere text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-sunk aria-pressed:bg-ink aria-pressed:text-bg"
              >
                {team}
              </button>
            ))}
          </div>
        )}
      </div>
      <Button type="submit" className="h-[54px]! text-16!">
        {i18n.t('Continue')}
      </Button>
    </Form>
  );
}

type ConsentStepProps = {
  name: string;
  years: number;
  isBusy: boolean;
  error: unknown;
  onConsent: (relation: ConsentRelation) => void;
  onBack: () => void;
};

const RELATIONS: ConsentRelation[] = ['guardian', 'self'];

/** Nothing is preselected: consent counts only if a person gives it. */
export function ConsentStep({ name, years, isBusy, error, onConsent, onBack }: ConsentStepProps) {
  const [relation, setRelation] = useState<ConsentRelation>();
  const [isGiven, setIsGiven] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const submit = () => {
    setIsChecked(true);
    if (relation && isGiven && !isBusy) onConsent(relation);
  };
  return (
    <Form onSubmit={submit} className="grid gap-6">
      <dl className="grid gap-4 rounded-card bg-sunk p-5 text-15">
        {consentFacts(name, years).map(({ question, answer }) => (
          <div key={question} className="grid gap-0.5">
            <dt className="font-bold">{question}</dt>
            <dd className="text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <fieldset className="grid gap-2" aria-describedby={isChecked && !relation ? 'who-consents' : undefined}>
        <legend className="mb-2 text-14 font-[650]">{i18n.t('Who agrees?')}</legend>
        {RELATIONS.map((option) => (
          <RadioCard
            key={option}
            name="relation"
            checked={relation === option}
            onChange={() => setRelation(option)}
          >
            {relationLabel(option, name)}
          </RadioCard>
        ))}
        {isChecked && !relation && (
          <p id="who-consents" className="text-14 font-medium text-bad">
            {i18n.t('Choose who you are. For a child, a parent or guardian has to agree.')}
          </p>
        )}
      </fieldset>
      <CheckField
        checked={isGiven}
        onChange={(event) => setIsGiven(event.target.checked)}
        error={
          isChecked && !isGiven ? i18n.t('Check the box so we can look for {name}.', { name }) : undefined
        }
      >
        {consentSentence(name)}
      </CheckField>
      <ErrorNotice error={error} />
      <div className="grid gap-2">
        <Button type="submit" isBusy={isBusy} className="h-[54px]! text-16!">
          {i18n.t('I agree')}
        </Button>
        <Button kind="ghost" onClick={onBack}>
          {i18n.t('Not now')}
        </Button>
      </div>
    </Form>
  );
}

// Consent is given to exactly these words, so changing them needs a new CONSENT_VERSION
// (contract/rules/athletes.ts). Another number of years is a version by itself (consentVersion).

export type ConsentRelation = 'guardian' | 'self';

export function consentFacts(
  name: string,
  years: number = TEMPLATE_LIFE_YEARS,
): { question: string; answer: string }[] {
  return [
    {
      question: i18n.t('What is it for?'),
      answer: i18n.t(
        'To find photos of {name} in your albums. That’s all: no ads, no sharing with anyone, no searching in other people’s albums.',
        { name },
      ),
    },
    {
      question: i18n.t('What do we save?'),
      answer: i18n.t(
        'The face from each photo you add, and a list of numbers that describes it. Both are encrypted. For photos that look like {name}, we save which photo it is, where the face is, and how sure we are.',
        { name },
      ),
    },
    {
      question: i18n.t('What do we never save?'),
      answer: i18n.t(
        'The rest of the photos you add, and any description of other faces in an album. We compare those for a moment and forget them.',
      ),
    },
    {
      question: i18n.t('For how long?'),
      answer: i18n.t(
        'Until you change your mind, and no longer than {years, plural, one {one year} other {# years}} after you last used it. Then we delete it automatically.',
        { years },
      ),
    },
    {
      question: i18n.t('Can I change my mind?'),
      answer: i18n.t(
        'Anytime, under Athletes. When you withdraw your consent, we delete the faces, the numbers and everything we found of {name} right away. Photos you bought stay yours.',
        { name },
      ),
    },
    {
      question: i18n.t('Do I have to?'),
      answer: i18n.t(
        'No. This is separate from the terms you agreed to, and everything else on Encore works without it.',
      ),
    },
  ];
}

export function relationLabel(relation: ConsentRelation, name: string): string {
  return relation === 'guardian'
    ? i18n.t('I am the parent or legal guardian of {name}', { name })
    : i18n.t('I am {name}, and I am 18 or older', { name });
}

export function consentSentence(name: string): string {
  return i18n.t('I consent to Encore recognizing the face of {name} as described here.', { name });
}

type GuardianStepProps = {
  missing: MissingVerification;
  /** The page passes the form, because it belongs to another feature. */
  phoneForm: ReactNode;
};

/** Comes before the photos, because faces are searched only for adults whom we can reach. */
export function GuardianStep({ missing, phoneForm }: GuardianStepProps) {
  if (missing === 'address') {
    return (
      <Notice tone="info">
        {i18n.t(
          'Confirm your email address first, with the link we emailed you or the note at the top of this page.',
        )}
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
            {i18n.t('Confirm your phone')}
          </h2>
          {phoneForm}
        </section>
      )}
      {missing !== 'phone' && (
        <section className="grid justify-items-start gap-3 text-15 text-ink-2">
          <p>
            {missing === 'card'
              ? i18n.t('Buy a photo or an album by card once, then come back.')
              : i18n.t('Or buy something by card once. That counts too.')}
          </p>
          <Link to={paths.home} className={buttonStyle('line')}>
            {i18n.t('See your albums')}
          </Link>
        </section>
      )}
      <Link to={paths.myAthlete} className={buttonStyle('ghost')}>
        {i18n.t('Later')}
      </Link>
    </div>
  );
}
