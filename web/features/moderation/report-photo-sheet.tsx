import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ResponseOf, SentBody } from '#contract/endpoint.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { Button } from '#web/components/button.tsx';
import { RadioCard, TextAreaField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { keepMyReport } from './my-reports.query.ts';

type ReportOutcome = {
  /** True after a privacy report that hides the photo from everyone at once. */
  isHidden: boolean;
};

type Report = ResponseOf<typeof moderationEndpoints.reportPhoto>;

type ReportPhotoSheetProps = {
  subject: Omit<SentBody<typeof moderationEndpoints.reportPhoto>, 'type' | 'memo'>;
  onCancel: () => void;
  onReported: (outcome: ReportOutcome) => void;
  /** Another way to protect a child, above the choices. */
  children?: ReactNode;
};

const MAX_MEMO = 2_000;

const isHiddenBy = ({ type, staff_first }: Report) => type === 'privacy' && !staff_first;

function thanksFor(report: Report): string {
  if (isHiddenBy(report)) return i18n.t('Thanks. We’ve hidden the photo while we take a look.');
  return report.staff_first
    ? i18n.t('Thanks. Someone on our team will look at it within hours. Until then it stays in the album.')
    : i18n.t('Thanks. We’ll take a look. The photo stays in the album.');
}

export function ReportPhotoSheet({ subject, onCancel, onReported, children }: ReportPhotoSheetProps) {
  const client = useQueryClient();
  const [type, setType] = useState<ReportType>();
  const [isTypeMissing, setIsTypeMissing] = useState(false);
  const [memo, setMemo] = useState('');
  const report = useMutation({
    mutationFn: (chosen: ReportType) =>
      callApi(moderationEndpoints.reportPhoto, { body: { ...subject, type: chosen, memo } }),
    onSuccess: (sent) => {
      keepMyReport(client, subject.album, subject.image);
      toast(thanksFor(sent));
      onReported({ isHidden: isHiddenBy(sent) });
    },
  });
  const send = () => {
    setIsTypeMissing(type === undefined);
    if (type) report.mutate(type);
  };
  return (
    <Sheet
      title={i18n.t('Report this photo')}
      onClose={onCancel}
      footer={
        <>
          <Button kind="line" onClick={onCancel}>
            {i18n.t('Cancel')}
          </Button>
          <Button isBusy={report.isPending} onClick={send}>
            {i18n.t('Send report')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ErrorNotice error={report.error} />
        {children}
        <ReportTypeChoice
          value={type}
          error={isTypeMissing ? i18n.t('Choose what’s wrong.') : undefined}
          onChange={(chosen) => {
            setType(chosen);
            setIsTypeMissing(false);
          }}
        />
        <TextAreaField
          label={i18n.t('Anything we should know?')}
          optional
          value={memo}
          maxLength={MAX_MEMO}
          rows={3}
          onChange={(event) => setMemo(event.target.value)}
        />
      </div>
    </Sheet>
  );
}

type ReportType = SentBody<typeof moderationEndpoints.reportPhoto>['type'];

const TYPES: { type: ReportType; label: string; note: string }[] = [
  {
    type: 'privacy',
    label: /*i18n*/ 'Privacy',
    note: /*i18n*/ 'This photo shouldn’t be shown. If you’ve opened the album, we hide it from everyone until we’ve looked at it.',
  },
  { type: 'quality', label: /*i18n*/ 'Quality', note: /*i18n*/ 'Blurry, too dark or just not good.' },
  {
    type: 'wrong_album',
    label: /*i18n*/ 'Wrong album',
    note: /*i18n*/ 'It shows another team or performance.',
  },
  { type: 'other', label: /*i18n*/ 'Something else', note: /*i18n*/ 'Tell us below.' },
];

type ReportTypeChoiceProps = {
  value: ReportType | undefined;
  error: string | undefined;
  onChange: (type: ReportType) => void;
};

function ReportTypeChoice({ value, error, onChange }: ReportTypeChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">{i18n.t('What’s wrong?')}</legend>
      {TYPES.map(({ type, label, note }) => (
        <RadioCard key={type} name="report-type" checked={value === type} onChange={() => onChange(type)}>
          <span className="grid gap-0.5">
            <b className="text-15 font-[650]">{i18n.t(label)}</b>
            <span className="text-14 text-ink-2">{i18n.t(note)}</span>
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
