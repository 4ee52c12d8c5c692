import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';

export const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

export type CockpitView = {
  cockpit: Cockpit | undefined;
  /** When the server last answered, whether or not anything changed. */
  updatedAt: number | undefined;
  /** True while the last request has had no answer. */
  isReconnecting: boolean;
  /** True once the link has ended; polling stops. */
  isGone: boolean;
};

export const NOTHING_YET: CockpitView = {
  cockpit: undefined,
  updatedAt: undefined,
  isReconnecting: false,
  isGone: false,
};

/** Polls while the page is visible; the server sends only what has changed. */
export function followCockpit(token: string, onView: (view: CockpitView) => void): () => void {
  let view = NOTHING_YET;
  let version: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let question: AbortController | undefined;

  const show = (change: Partial<CockpitView>) => {
    view = { ...view, ...change };
    onView(view);
  };

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden || question || view.isGone) return;
    const own = new AbortController();
    question = own;
    try {
      const body = { token, ...(version ? { version } : {}) };
      const answer = await callApi(cockpitEndpoints.openCockpit, { body, signal: own.signal, retry: false });
      if (own.signal.aborted) return;
      version = answer.version;
      failures = 0;
      const cockpit = answer.cockpit ?? view.cockpit;
      show({ cockpit, updatedAt: Date.now(), isReconnecting: false });
    } catch (error) {
      if (own.signal.aborted) return;
      failures += 1;
      if (isApiError(error, 'not_found')) show({ cockpit: undefined, isGone: true });
      else show({ isReconnecting: true });
    }
    question = undefined;
    if (!view.isGone) timer = setTimeout(ask, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures));
  }

  const askNow = () => void ask();
  document.addEventListener('visibilitychange', askNow);
  window.addEventListener('online', askNow);
  askNow();
  return () => {
    clearTimeout(timer);
    question?.abort();
    document.removeEventListener('visibilitychange', askNow);
    window.removeEventListener('online', askNow);
  };
}
