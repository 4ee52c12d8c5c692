import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { siteQuery } from '#web/lib/site.query.ts';
import { fetchStatus, type StatusReport } from '#web/lib/status-report.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';

const DISMISSED_KEY = 'STATUS_DISMISSED';
const ASK_AGAIN_MS = 5 * 60_000;

const LOOKS: Record<StatusReport['level'], string> = {
  info: 'bg-info-bg text-info',
  warning: 'bg-warn-bg text-warn',
  critical: 'bg-bad-bg text-bad',
};

/** A dismissed message stays dismissed. */
export function StatusBanner() {
  const { data: site } = useQuery(siteQuery);
  const address = site?.status_url ?? undefined;
  const { data: status } = useQuery({
    queryKey: ['status', address],
    queryFn: () => (address ? fetchStatus(address) : null),
    enabled: address !== undefined,
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  });
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY));
  if (!status || status.message === dismissed) return null;
  const Icon = status.level === 'info' ? Info : TriangleAlert;
  const dismiss = () => {
    writeStored(DISMISSED_KEY, status.message);
    setDismissed(status.message);
  };
  return (
    <div
      role="status"
      className={`flex items-center gap-2.5 py-1 pr-1 pl-[clamp(16px,3vw,40px)] ${LOOKS[status.level]}`}
    >
      <Icon aria-hidden size={20} strokeWidth={1.8} className="flex-none" />
      <p className="min-w-0 flex-1 py-1.5 text-15 font-medium wrap-anywhere">{status.message}</p>
      <button
        type="button"
        onClick={dismiss}
        aria-label="Dismiss this message"
        className="grid size-11 flex-none place-items-center rounded-full hover:bg-current/10"
      >
        <X aria-hidden size={20} strokeWidth={1.8} />
      </button>
    </div>
  );
}
