import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { formatBytes, saveFile } from '#web/lib/files.ts';
import { fetchExport } from './fetch-export.ts';

export function ExportData() {
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
        <h3 className="text-16 font-bold">Download your data</h3>
        <p className="max-w-[60ch] text-15 text-ink-2">
          A zip with your profile, teams, albums, athletes, orders, receipts, messages and pictures. The
          photos you bought are under Purchases.
        </p>
      </div>
      {take.isError && <Notice tone="bad">{messageOf(take.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button kind="line" isBusy={take.isPending} onClick={() => take.mutate()}>
          {!take.isPending && <Download aria-hidden size={20} strokeWidth={1.8} />}
          {take.isPending ? 'Downloading' : 'Download my data'}
        </Button>
        <p role="status" className="text-15 text-ink-2 tabular-nums">
          {take.isPending && receivedBytes > 0 && `${formatBytes(receivedBytes)} received`}
          {take.isSuccess && `Saved as “${take.data.name}” (${formatBytes(take.data.file.size)})`}
        </p>
      </div>
    </div>
  );
}
