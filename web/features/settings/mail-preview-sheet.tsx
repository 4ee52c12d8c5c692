import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  MAIL_PREVIEW_KINDS,
  type MailPreviewKind,
  type MailPreviewRequest,
  settingsEndpoints,
} from '#contract/endpoints/settings.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Notice, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { fieldProblemsOf, messageOf } from '#web/lib/api-error.ts';
import type { SettingKey } from './setting-fields.ts';
import { SETTING_GROUPS } from './setting-groups.ts';
import { labelOf, type SettingControl } from './setting-input.tsx';
import { SETTINGS } from './settings.query.ts';

type MailTexts = Omit<MailPreviewRequest, 'kind'>;

const KIND_WORDS: Record<MailPreviewKind, string> = {
  album_published: 'New album',
  athlete_found: 'Athlete found',
  pool: 'Shared order',
  zip_ready: 'Download ready',
  report_handled: 'Report handled',
  reminder: 'Reminder',
  receipt: 'Receipt',
};

function MailPreviewSheet({ texts, onClose }: { texts: MailTexts; onClose: () => void }) {
  const [kind, setKind] = useState<MailPreviewKind>('album_published');
  const body = { kind, ...texts };
  const preview = useQuery({
    ...apiQuery([...SETTINGS, 'mail-preview', body], settingsEndpoints.previewMail, { body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const send = useMutation({
    mutationFn: () => callApi(settingsEndpoints.sendPreviewMail, { body }),
  });
  const failure = preview.error ?? send.error;
  return (
    <Sheet
      title="Preview email"
      description="Sample content with your texts, including unsaved changes."
      onClose={onClose}
      footer={
        <Button
          kind="line"
          isBusy={send.isPending}
          disabled={preview.data === undefined}
          onClick={() => send.mutate()}
        >
          Send me a copy
        </Button>
      }
    >
      <div className="grid gap-4">
        <SelectField
          label="Type"
          value={kind}
          onChange={(event) => {
            send.reset();
            setKind(event.target.value as MailPreviewKind);
          }}
        >
          {MAIL_PREVIEW_KINDS.map((value) => (
            <option key={value} value={value}>
              {KIND_WORDS[value]}
            </option>
          ))}
        </SelectField>
        {failure && <Notice tone="bad">{problemMessage(failure)}</Notice>}
        {send.isSuccess && <Notice tone="ok">Sent to {send.data.to}.</Notice>}
        {preview.isPending && <Skeleton label="Loading the preview" className="h-[420px]" />}
        {preview.data && (
          <div className="grid gap-2">
            <p className="text-15 break-words">
              <span className="text-ink-2">Subject: </span>
              <b className="font-[650]">{preview.data.subject}</b>
            </p>
            <iframe
              title="Email preview"
              sandbox=""
              srcDoc={preview.data.html}
              className="h-[min(520px,54dvh)] w-full rounded-ctl border border-line bg-[#f4f4f6]"
            />
          </div>
        )}
      </div>
    </Sheet>
  );
}

function problemMessage(error: unknown): string {
  const [problem] = fieldProblemsOf(error);
  return problem ? `${labelOf(problem.path)}: ${problem.message}` : messageOf(error);
}

const MAIL_KEYS: SettingKey[] = [
  'site_name',
  ...SETTING_GROUPS.filter(({ id }) => id === 'mail').flatMap(({ fields }) => fields.map(({ key }) => key)),
];

export function MailPreviewButton({ control }: { control: SettingControl }) {
  const [isOpen, setIsOpen] = useState(false);
  const typed = useWatch({ control, name: MAIL_KEYS });
  const texts = Object.fromEntries(MAIL_KEYS.map((key, index) => [key, typed[index]])) as MailTexts;
  return (
    <>
      <Button kind="line" size="small" onClick={() => setIsOpen(true)}>
        Preview email
      </Button>
      {isOpen && <MailPreviewSheet texts={texts} onClose={() => setIsOpen(false)} />}
    </>
  );
}
