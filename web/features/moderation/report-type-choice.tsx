import { useId } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import type { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { RadioCard } from '#web/components/radio-card.tsx';

export type ReportType = SentBody<typeof moderationEndpoints.reportPhoto>['type'];

const TYPES: { type: ReportType; label: string; note: string }[] = [
  {
    type: 'privacy',
    label: 'Privacy',
    note: 'This photo should not be shown. If you have seen the album, we hide it from everyone until we have reviewed it.',
  },
  { type: 'quality', label: 'Quality', note: 'Blurry, too dark or otherwise poor.' },
  { type: 'wrong_album', label: 'Wrong album', note: 'It shows another team or performance.' },
  { type: 'other', label: 'Something else', note: 'Tell us below.' },
];

type ReportTypeChoiceProps = {
  value: ReportType | undefined;
  error: string | undefined;
  onChange: (type: ReportType) => void;
};

export function ReportTypeChoice({ value, error, onChange }: ReportTypeChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">What is wrong?</legend>
      {TYPES.map(({ type, label, note }) => (
        <RadioCard key={type} name="report-type" checked={value === type} onChange={() => onChange(type)}>
          <span className="grid gap-0.5">
            <b className="text-15 font-[650]">{label}</b>
            <span className="text-14 text-ink-2">{note}</span>
          </span>
        </RadioCard>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
