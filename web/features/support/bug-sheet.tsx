import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '#contract/endpoints/support.ts';
import { readEmailAddress } from '#contract/rules/email-address.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/check-field.tsx';
import { CONTROL, Field } from '#web/components/field.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useSession } from '#web/lib/session.ts';
import { gatherFacts, sendBugReport } from './bug-report.ts';
import { ScreenshotPreview, screenshotQuery } from './screenshot-preview.tsx';

export function BugSheet({ onClose }: { onClose: () => void }) {
  const { isLoggedIn } = useSession();
  const facts = useMemo(gatherFacts, []);
  const key = useMemo(() => crypto.randomUUID(), []);
  const { data: screenshot, isPending: isTaking } = useQuery(screenshotQuery(key));
  const [isIncluded, setIsIncluded] = useState(true);
  const [text, setText] = useState('');
  const [address, setAddress] = useState('');
  const [problems, setProblems] = useState<{ text?: string; address?: string }>({});
  const report = useMutation({
    mutationFn: () =>
      sendBugReport({
        key,
        text: text.trim(),
        facts,
        screenshot: isIncluded && screenshot ? screenshot : undefined,
        visitorEmail: address.trim() || undefined,
      }),
  });
  const send = () => {
    const wrong = {
      text: text.trim() ? undefined : 'Tell us what happened.',
      address:
        address.trim() && readEmailAddress(address) === undefined
          ? 'Enter a valid e-mail address.'
          : undefined,
    };
    setProblems(wrong);
    if (!wrong.text && !wrong.address) report.mutate();
  };
  if (report.isSuccess) return <Thanks onClose={onClose} mayAnswer={isLoggedIn || address.trim() !== ''} />;
  return (
    <Sheet
      title="Report a bug"
      onClose={onClose}
      footer={
        <Button isBusy={report.isPending} onClick={send}>
          Send report
        </Button>
      }
    >
      <div className="grid gap-5">
        {report.error && <Notice tone="bad">{messageOf(report.error)}</Notice>}
        <Field label="What happened?" error={problems.text}>
          {(control) => (
            <textarea
              {...control}
              value={text}
              maxLength={MAX_MESSAGE_LENGTH}
              rows={4}
              placeholder="What did you do, and what did you expect?"
              onChange={(event) => setText(event.target.value)}
              className={`${CONTROL} h-auto! py-3 select-text`}
            />
          )}
        </Field>
        {!isLoggedIn && (
          <TextField
            label="Your e-mail"
            optional
            type="email"
            autoComplete="email"
            value={address}
            error={problems.address}
            hint="Only if you want a reply."
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        <div className="grid gap-2">
          <CheckField checked={isIncluded} onChange={(event) => setIsIncluded(event.target.checked)}>
            Include a screenshot
          </CheckField>
          {isIncluded && <ScreenshotPreview screenshot={screenshot ?? undefined} isTaking={isTaking} />}
        </div>
        <SentAlong facts={facts} />
      </div>
    </Sheet>
  );
}

function SentAlong({ facts }: { facts: ReturnType<typeof gatherFacts> }) {
  const lines = [
    ['Page', facts.page],
    ['Browser', facts.browser],
    ['Last errors', facts.errors.join('\n') || 'None'],
    ['Requests', facts.request_ids.join('\n') || 'None'],
  ];
  return (
    <details className="rounded-ctl bg-sunk px-4 py-3 text-14">
      <summary className="cursor-pointer font-[650]">What we send</summary>
      <dl className="grid gap-2 pt-3">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Thanks({ onClose, mayAnswer }: { onClose: () => void; mayAnswer: boolean }) {
  return (
    <Sheet title="Thank you" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <Notice tone="ok">
        We got your report and will review it.{mayAnswer && ' We reply in the chat and by e-mail.'}
      </Notice>
    </Sheet>
  );
}
