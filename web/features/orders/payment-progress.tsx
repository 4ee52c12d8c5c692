import { useEffect, useState } from 'react';
import { Spinner } from '#web/components/spinner.tsx';

const LONG_WAIT_MS = 30_000;

/** The element is always in the page, so that screen readers announce its change. */
export function PaymentProgress({ isWaiting }: { isWaiting: boolean }) {
  return (
    <div role="status" className={isWaiting ? undefined : 'absolute'}>
      {isWaiting && (
        <div className="grid justify-items-center gap-3 rounded-card bg-sunk px-6 py-10 text-center">
          <span className="text-28 text-ink-2">
            <Spinner />
          </span>
          <Waiting />
        </div>
      )}
    </div>
  );
}

function Waiting() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <b>Contacting your bank…</b>
      <p className="max-w-[44ch] text-14 text-ink-2">
        {isLong
          ? 'Your bank is slow today. You can leave this page. If the payment goes through, we e-mail you the receipt.'
          : 'This takes a few seconds. You are charged only once, even if the connection drops.'}
      </p>
    </>
  );
}
