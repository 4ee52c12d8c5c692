import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { formatBytes, saveFile } from '#web/lib/files.ts';
import { i18n } from '#web/lib/i18n.ts';
import { closeSession, readSession, useUser } from '#web/lib/session.ts';
import { readError } from '#web/lib/transport.ts';
import { DeleteAccountSheet } from './delete-account-sheet.tsx';

export function YourData() {
  const { type } = useUser();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <div className="grid gap-6">
      <ExportData />
      <div className="grid gap-3 border-line border-t pt-6">
        <div className="grid gap-1">
          <h3 className="text-16 font-bold">{i18n.t('Delete your account')}</h3>
          <p className="max-w-[60ch] text-15 text-ink-2">
            {isStaff(type)
              ? 'A staff account cannot be deleted. Ask an administrator to make it a customer account first.'
              : i18n.t(
                  'Deletes your account, your athletes and everything you saved, right away and for good.',
                )}
          </p>
        </div>
        {!isStaff(type) && (
          <Button kind="bad" className="justify-self-start" onClick={() => setIsDeleting(true)}>
            {i18n.t('Delete account')}
          </Button>
        )}
      </div>
      {isDeleting && <DeleteAccountSheet onClose={() => setIsDeleting(false)} />}
    </div>
  );
}

function ExportData() {
  const [receivedBytes, setReceivedBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const take = useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return fetchExport(setReceivedBytes, running.current.signal);
    },
    onMutate: () => setReceivedBytes(0),
    onSuccess: ({ name, file }) => saveFile(name, file),
  });
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <h3 className="text-16 font-bold">{i18n.t('Download your data')}</h3>
        <p className="max-w-[60ch] text-15 text-ink-2">
          {i18n.t(
            'A zip file with your profile, teams, albums, athletes, orders, receipts, messages and pictures. The photos you bought are under Purchases.',
          )}
        </p>
      </div>
      <ErrorNotice error={take.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Download} kind="line" isBusy={take.isPending} onClick={() => take.mutate()}>
          {take.isPending ? i18n.t('Downloading') : i18n.t('Download my data')}
        </Button>
        <p role="status" className="text-15 text-ink-2 tabular-nums">
          {take.isPending &&
            receivedBytes > 0 &&
            i18n.t('{size} so far', { size: formatBytes(receivedBytes) })}
          {take.isSuccess &&
            i18n.t('Saved as “{name}” ({size})', {
              name: take.data.name,
              size: formatBytes(take.data.file.size),
            })}
        </p>
      </div>
    </div>
  );
}

type FetchedFile = { name: string; file: Blob };

/** Reads the zip as it arrives, without the time limit of other calls, because it can be long. */
async function fetchExport(
  onProgress: (receivedBytes: number) => void,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { token } = readSession();
  const response = await send(token, signal);
  if (!response.ok) {
    const error = await readError(response);
    if (error.status === 401 && readSession().token === token) closeSession();
    throw error;
  }
  const parts: BlobPart[] = [];
  let receivedBytes = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read().catch(() => {
      throw unreachable();
    });
    if (done) break;
    parts.push(value);
    receivedBytes += value.length;
    onProgress(receivedBytes);
  }
  return { name: nameOf(response), file: new Blob(parts, { type: 'application/zip' }) };
}

async function send(token: string | undefined, signal: AbortSignal): Promise<Response> {
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    return await fetch(`/api${privacyEndpoints.exportMyData.path}`, { headers, signal });
  } catch {
    throw unreachable();
  }
}

function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network_error',
    message: /*i18n*/ 'The download was interrupted.',
  });
}

function nameOf(response: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : 'my data.zip';
}
