import { type FormEvent, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/check-field.tsx';
import { Notice } from '#web/components/notice.tsx';
import { RadioCard } from '#web/components/radio-card.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { type ConsentRelation, consentFacts, consentSentence, relationLabel } from './consent-words.ts';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (relation && isGiven && !isBusy) onConsent(relation);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <dl className="grid gap-4 rounded-card bg-sunk p-5 text-15">
        {consentFacts(name, years).map(({ question, answer }) => (
          <div key={question} className="grid gap-0.5">
            <dt className="font-bold">{question}</dt>
            <dd className="text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <fieldset className="grid gap-2" aria-describedby={isChecked && !relation ? 'who-consents' : undefined}>
        <legend className="mb-2 text-14 font-[650]">Who consents?</legend>
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
            Choose who you are. For a child, a parent or guardian must consent.
          </p>
        )}
      </fieldset>
      <CheckField
        checked={isGiven}
        onChange={(event) => setIsGiven(event.target.checked)}
        error={isChecked && !isGiven ? 'We need your consent to search.' : undefined}
      >
        {consentSentence(name)}
      </CheckField>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <div className="grid gap-2">
        <Button type="submit" isBusy={isBusy} className="h-[54px]! text-16!">
          I consent
        </Button>
        <Button kind="ghost" onClick={onBack}>
          Not now
        </Button>
      </div>
    </form>
  );
}
