import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ResponseOf, SentBody } from '#contract/endpoint.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { Button } from '#web/components/button.tsx';
import { CONTROL, Field } from '#web/components/field.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { type ReportType, ReportTypeChoice } from './report-type-choice.tsx';

type ReportPhotoSheetProps = {
  subject: Omit<SentBody<typeof moderationEndpoints.reportPhoto>, 'type' | 'memo'>;
  onCancel: () => void;
  onReported: () => void;
};

const MAX_MEMO = 2_000;

function thanksFor({ type, staff_first }: ResponseOf<typeof moderationEndpoints.reportPhoto>): string {
  if (type !== 'privacy') return 'Thank you. We will review this photo.';
  return staff_first
    ? 'Thank you. Someone on our team looks at this photo first, within hours. Until then it stays visible.'
    : 'Thank you. The photo is hidden while we review it.';
}

export function ReportPhotoSheet({ subject, onCancel, onReported }: ReportPhotoSheetProps) {
  const [type, setType] = useState<ReportType>('privacy');
  const [memo, setMemo] = useState('');
  const report = useMutation({
    mutationFn: () => callApi(moderationEndpoints.reportPhoto, { body: { ...subject, type, memo } }),
    onSuccess: (sent) => {
      toast(thanksFor(sent));
      onReported();
    },
  });
  return (
    <Sheet
      title="Report this photo"
      onClose={onCancel}
      footer={
        <>
          <Button kind="line" onClick={onCancel}>
            Cancel
          </Button>
          <Button isBusy={report.isPending} onClick={() => report.mutate()}>
            Send report
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {report.error && <Notice tone="bad">{messageOf(report.error)}</Notice>}
        <ReportTypeChoice value={type} onChange={setType} />
        <Field label="What should we know?" optional>
          {(control) => (
            <textarea
              {...control}
              value={memo}
              maxLength={MAX_MEMO}
              rows={3}
              onChange={(event) => setMemo(event.target.value)}
              className={`${CONTROL} h-auto! py-3 select-text`}
            />
          )}
        </Field>
      </div>
    </Sheet>
  );
}
