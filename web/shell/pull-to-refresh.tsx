import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';

const RELEASE_PX = 72;
const MAX_PX = 110;
/** The mark follows the finger more slowly, as native lists do. */
const RESISTANCE = 0.5;

const isInOwnScroller = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], textarea, input') !== null;

/** Only for the installed app, because a browser tab has its own gesture. */
export function PullToRefresh() {
  const client = useQueryClient();
  const [pulledPx, setPulledPx] = useState(0);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const latest = useRef({ pulledPx: 0, isRefreshing: false });
  useEffect(() => {
    latest.current = { pulledPx, isRefreshing };
  });
  useEffect(() => {
    let from: number | undefined;
    const start = (event: TouchEvent) => {
      const [touch] = event.touches;
      const mayPull = event.touches.length === 1 && window.scrollY <= 0 && !latest.current.isRefreshing;
      from = mayPull && touch && !isInOwnScroller(event.target) ? touch.clientY : undefined;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (from === undefined || !touch) return;
      const way = touch.clientY - from;
      if (window.scrollY > 0 || event.touches.length > 1) from = undefined;
      setPulledPx(from === undefined ? 0 : Math.max(0, Math.min(MAX_PX, way * RESISTANCE)));
    };
    const end = async () => {
      if (from === undefined) return;
      from = undefined;
      const isFar = latest.current.pulledPx >= RELEASE_PX;
      setPulledPx(0);
      if (!isFar) return;
      setIsRefreshing(true);
      await client.refetchQueries({ type: 'active' }).catch(() => undefined);
      setIsRefreshing(false);
    };
    const cancel = () => {
      from = undefined;
      setPulledPx(0);
    };
    // Some systems add their own gesture to installed apps; two would refresh twice.
    document.documentElement.style.overscrollBehaviorY = 'contain';
    document.addEventListener('touchstart', start, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', cancel);
    return () => {
      document.documentElement.style.overscrollBehaviorY = '';
      document.removeEventListener('touchstart', start);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', cancel);
    };
  }, [client]);
  const shownPx = isRefreshing ? RELEASE_PX : pulledPx;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 grid justify-items-center"
      style={{ transform: `translateY(${shownPx - 48}px)` }}
    >
      {shownPx > 0 && (
        <span className="grid size-10 place-items-center rounded-full bg-surface text-ink shadow-2">
          <RefreshCw
            size={20}
            strokeWidth={2}
            className={isRefreshing ? 'animate-spin motion-reduce:animate-none' : ''}
            style={{ rotate: `${pulledPx * 3}deg`, opacity: isRefreshing ? 1 : pulledPx / RELEASE_PX }}
          />
          {isRefreshing && <span className="sr-only">{i18n.t('Refreshing')}</span>}
        </span>
      )}
    </div>
  );
}
