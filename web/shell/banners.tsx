import { useQuery } from '@tanstack/react-query';
import { Info, MailCheck, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Spinner } from '#web/components/button.tsx';
import { Loading } from '#web/components/states.tsx';
import { askForVerification, useConnection } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useSession, useTriesLogin } from '#web/lib/session.ts';
import { useIsPageMissing } from '#web/lib/shell-state.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { fetchStatus, type StatusReport } from '#web/lib/status-report.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

const MAX_LINES = 4;

/** It floats, so that nothing on the page moves. */
export function ConnectionBanner() {
  const retries = [...useConnection().retrying.values()];
  const isOnline = useIsOnline();
  const shown = isOnline ? retries : [];
  const [first] = shown;
  const text = isOnline
    ? first && reconnecting(first, shown.length)
    : i18n.t('You’re offline. You can still read the pages that are open.');
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--header-height)+8px)] z-30 grid justify-items-center px-4"
    >
      {text && (
        <div className="flex items-center gap-2.5 rounded-[22px] bg-ink px-4 py-2 text-14 font-semibold text-bg tabular-nums shadow-2">
          {first && <Spinner />}
          <div>
            <p>{text}</p>
            {shown.slice(-MAX_LINES).map(({ message, statusCode, retry, maxRetries }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state.
              <p key={index} className="text-12 font-medium opacity-80">
                {shown.length > 1 && `${retry}/${maxRetries}: `}
                {i18n.t('{problem} Status {statusCode}', { problem: message, statusCode })}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function reconnecting({ retry, maxRetries }: { retry: number; maxRetries: number }, count: number): string {
  return count > 1
    ? i18n.t('Reconnecting, {count} requests', { count })
    : i18n.t('Reconnecting, {retry} of {maxRetries}', { retry, maxRetries });
}

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
      <Icon size={20} strokeWidth={1.8} className="flex-none" />
      <p className="min-w-0 flex-1 py-1.5 text-15 font-medium wrap-anywhere">{status.message}</p>
      <button
        type="button"
        onClick={dismiss}
        aria-label={i18n.t('Dismiss this message')}
        className="grid size-11 flex-none place-items-center rounded-full hover:bg-current/10"
      >
        <X size={20} strokeWidth={1.8} />
      </button>
    </div>
  );
}

/** Says why somebody who opened an address that does not exist sees this page instead. */
export function MissingPageBanner() {
  if (!useIsPageMissing()) return null;
  return (
    <p
      role="status"
      className="bg-info-bg px-[clamp(16px,3vw,40px)] py-2.5 text-14 font-medium text-info print:hidden"
    >
      {i18n.t('We couldn’t find that page, so we brought you here.')}
    </p>
  );
}

export function VerificationBanner() {
  const { user } = useSession();
  if (!user || user.email_verified) return null;
  return (
    <aside
      aria-label={i18n.t('Your email address')}
      className="flex items-center gap-2.5 bg-info-bg py-0.5 pr-2 pl-[clamp(16px,3vw,40px)] text-info print:hidden"
    >
      <MailCheck size={18} strokeWidth={1.8} className="flex-none" />
      <p className="min-w-0 flex-1 py-1.5 text-14 font-medium">
        {user.email === ''
          ? i18n.t('Add your email to open albums and buy photos.')
          : i18n.t('Confirm your email to open albums and buy photos.')}
      </p>
      <button
        type="button"
        onClick={() => void askForVerification()}
        className="h-10 flex-none rounded-full px-3 text-14 font-bold underline underline-offset-3 hover:bg-current/10"
      >
        {user.email === '' ? i18n.t('Add email') : i18n.t('Enter code')}
      </button>
    </aside>
  );
}

/** Shown before the first page, while a stored token or a mailed link logs somebody in. */
export function TryingLogin() {
  return (
    <>
      <Loading />
      {useTriesLogin() && <ConnectionBanner />}
    </>
  );
}
