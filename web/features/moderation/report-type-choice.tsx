import type { SentBody } from '#contract/endpoint.ts';
import type { moderationEndpoints } from '#contract/endpoints/moderation.ts';

export type ReportType = SentBody<typeof moderationEndpoints.reportPhoto>['type'];

const TYPES: { type: ReportType; label: string; note: string }[] = [
  {
    type: 'privacy',
    label: 'Privacy',
    note: 'This photo should not be shown. We hide it from everyone until we have reviewed it.',
  },
  { type: 'quality', label: 'Quality', note: 'Blurry, too dark or otherwise poor.' },
  { type: 'wrong_album', label: 'Wrong album', note: 'It shows another team or performance.' },
  { type: 'other', label: 'Something else', note: 'Tell us below.' },
];

type ReportTypeChoiceProps = { value: ReportType; onChange: (type: ReportType) => void };

export function ReportTypeChoice({ value, onChange }: ReportTypeChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">What is wrong?</legend>
      {TYPES.map(({ type, label, note }) => (
        <label
          key={type}
          className="flex cursor-pointer gap-3 rounded-ctl border border-line px-4 py-3 has-checked:border-ink has-checked:bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="report-type"
            checked={value === type}
            onChange={() => onChange(type)}
            className="mt-1 size-4 flex-none accent-ink"
          />
          <span className="grid gap-0.5">
            <b className="text-15 font-[650]">{label}</b>
            <span className="text-14 text-ink-2">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
