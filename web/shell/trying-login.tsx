import { Loading } from '#web/components/loading.tsx';
import { useTriesLogin } from '#web/lib/session.ts';
import { ConnectionBanner } from './connection-banner.tsx';

/** What is there before the first page, while a stored token or the link of a mail logs somebody in. */
export function TryingLogin() {
  return (
    <>
      <Loading />
      {useTriesLogin() && <ConnectionBanner />}
    </>
  );
}
