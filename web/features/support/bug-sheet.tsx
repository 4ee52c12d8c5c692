import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MAX_MESSAGE_LENGTH, supportEndpoints } from '#contract/endpoints/support.ts';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { hideSecrets } from '#contract/rules/error-report.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, TextAreaField, TextField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { ErrorNotice, Notice, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useSession } from '#web/lib/session.ts';
import { readTroubles } from '#web/lib/trouble-log.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { keepVisitorToken, MY_CONVERSATION, readVisitorToken, useDraft } from './my-conversation.ts';
import { attachImage } from './send-message.ts';
import { takeScreenshot } from './take-screenshot.ts';

export function BugSheet({ onClose }: { onClose: () => void }) {
  const { isLoggedIn } = useSession();
  const facts = useMemo(collectFacts, []);
  const key = useMemo(() => crypto.randomUUID(), []);
  const { data: screenshot, isPending: isTaking } = useQuery(screenshotQuery(key));
  const [isIncluded, setIsIncluded] = useState(true);
  const [text, setText] = useDraft('bug');
  const [address, setAddress] = useState('');
  const [problems, setProblems] = useState<{ text?: string; address?: string }>({});
  const report = useMutation({
    mutationFn: async () => {
      const attached = isIncluded && screenshot ? await attachImage(screenshot) : undefined;
      const sent = await callApi(supportEndpoints.reportBug, {
        body: {
          ...facts,
          key,
          text: text.trim(),
          attachments: attached ? [attached.id] : [],
          visitor_email: address.trim() || undefined,
          visitor_token: readVisitorToken(),
        },
      });
      setText('');
      keepVisitorToken(sent.visitor_token);
      void queryClient.invalidateQueries({ queryKey: MY_CONVERSATION });
    },
  });
  const send = () => {
    const wrong = {
      text: text.trim() ? undefined : i18n.t('Tell us what happened.'),
      address:
        address.trim() && readEmailAddress(address) === undefined
          ? i18n.t('Enter a valid email address')
          : undefined,
    };
    setProblems(wrong);
    if (!wrong.text && !wrong.address) report.mutate();
  };
  if (report.isSuccess) return <Thanks onClose={onClose} mayAnswer={isLoggedIn || address.trim() !== ''} />;
  return (
    <Sheet
      title={i18n.t('Report a bug')}
      onClose={onClose}
      footer={
        <Button isBusy={report.isPending} onClick={send}>
          {i18n.t('Send report')}
        </Button>
      }
    >
      <div className="grid gap-5">
        <ErrorNotice error={report.error} />
        <TextAreaField
          label={i18n.t('What happened?')}
          error={problems.text}
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          rows={4}
          placeholder={i18n.t('What were you doing, and what went wrong?')}
          onChange={(event) => setText(event.target.value)}
        />
        {!isLoggedIn && (
          <TextField
            label={i18n.t('Your email')}
            optional
            type="email"
            autoComplete="email"
            value={address}
            error={problems.address}
            hint={i18n.t('Only if you want a reply.')}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        <div className="grid gap-2">
          <CheckField checked={isIncluded} onChange={(event) => setIsIncluded(event.target.checked)}>
            {i18n.t('Include a screenshot')}
          </CheckField>
          {isIncluded && <ScreenshotPreview screenshot={screenshot ?? undefined} isTaking={isTaking} />}
        </div>
        <SentAlong facts={facts} />
      </div>
    </Sheet>
  );
}

function SentAlong({ facts }: { facts: ReturnType<typeof collectFacts> }) {
  const lines = [
    [i18n.t('Page'), facts.page],
    [i18n.t('Browser'), facts.browser],
    [i18n.t('Last errors'), facts.errors.join('\n') || i18n.t('None')],
    [i18n.t('Requests'), facts.request_ids.join('\n') || i18n.t('None')],
  ];
  return (
    <details className="rounded-ctl bg-sunk px-4 py-3 text-14">
      <summary className="cursor-pointer font-[650]">{i18n.t('What we send')}</summary>
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
    <Sheet
      title={i18n.t('Thank you')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{i18n.t('Done')}</Button>}
    >
      <Notice tone="ok">
        {mayAnswer
          ? i18n.t('We got your report and we’re on it. We’ll reply in the chat and by email.')
          : i18n.t('We got your report and we’re on it.')}
      </Notice>
    </Sheet>
  );
}

const MAX_FACT = 500;

/** The user sees these facts before sending them. */
function collectFacts() {
  const { errors, requestIds } = readTroubles();
  const size = `${window.innerWidth} x ${window.innerHeight} px`;
  return {
    page: hideSecrets(window.location.pathname + window.location.search).slice(0, MAX_FACT),
    browser: `${navigator.userAgent}, ${size}, ${navigator.onLine ? 'online' : 'offline'}`.slice(0, MAX_FACT),
    errors,
    request_ids: requestIds,
  };
}

/** The sheet itself is outside of the captured element. */
const screenshotQuery = (key: string) =>
  queryOptions({
    queryKey: ['screenshot', key],
    queryFn: async () => {
      const page = document.getElementById('root');
      return (page && (await takeScreenshot(page))) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

type ScreenshotPreviewProps = { screenshot: Blob | undefined; isTaking: boolean };

function ScreenshotPreview({ screenshot, isTaking }: ScreenshotPreviewProps) {
  const address = useObjectUrl(screenshot);
  if (isTaking) return <Skeleton label={i18n.t('Taking a screenshot')} className="h-40" />;
  if (!address)
    return (
      <p className="text-14 text-ink-2">
        {i18n.t('We couldn’t take a screenshot. You can send the report without it.')}
      </p>
    );
  return (
    <figure className="grid gap-2">
      <img
        src={address}
        alt={i18n.t('Screenshot to be sent')}
        className="max-h-64 w-auto justify-self-start rounded-ctl border border-line"
      />
      <figcaption className="text-14 text-ink-2">
        {i18n.t('Photos and form fields are blacked out.')}
      </figcaption>
    </figure>
  );
}
