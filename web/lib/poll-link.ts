import { isApiError } from './api-error.ts';

export const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** The state of a page that a secret link keeps up to date. */
export type LinkView<Data> = {
  data: Data | undefined;
  /** When the server last answered, whether or not anything changed. */
  updatedAt: number | undefined;
  /** True while the last request has had no answer. */
  isReconnecting: boolean;
  /** True once the link has ended; polling stops. */
  isGone: boolean;
};

export const NOTHING_YET: LinkView<never> = {
  data: undefined,
  updatedAt: undefined,
  isReconnecting: false,
  isGone: false,
};

type Answer<Data> = { version: string; data: Data | undefined };
type Question = { version?: string };

/** Polls while the page is visible; the server sends only what has changed. */
export function pollLink<Data>(
  askServer: (question: Question, signal: AbortSignal) => Promise<Answer<Data>>,
  onView: (view: LinkView<Data>) => void,
): () => void {
  let view: LinkView<Data> = NOTHING_YET;
  let version: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let question: AbortController | undefined;

  const show = (change: Partial<LinkView<Data>>) => {
    view = { ...view, ...change };
    onView(view);
  };

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden || question || view.isGone) return;
    const own = new AbortController();
    question = own;
    try {
      const answer = await askServer(version ? { version } : {}, own.signal);
      if (own.signal.aborted) return;
      version = answer.version;
      failures = 0;
      show({ data: answer.data ?? view.data, updatedAt: Date.now(), isReconnecting: false });
    } catch (error) {
      if (own.signal.aborted) return;
      failures += 1;
      if (isApiError(error, 'not_found')) show({ data: undefined, isGone: true });
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
