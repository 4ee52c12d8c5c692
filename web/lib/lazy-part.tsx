import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react';

type PropsOf<Export> = Export extends ComponentType<infer Props> ? Props & object : never;

/** A component that loads with its first use, by its name in the module. The fallback is shown until then. A part without
 * a fallback lies above the page, such as a dialog. If it cannot load, the page stays, and the part comes with the connection. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
) {
  const start = () =>
    lazy(async () => {
      const module = await load().catch((cause) => {
        throw new PartMissing(CHUNK_FAILED, { cause });
      });
      return { default: module[name] as ComponentType<object> };
    });
  let Part = start();
  const startAgain = () => {
    Part = start();
  };
  return (props: PropsOf<Module[Name]>) => {
    const part = () => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>;
    return fallback === null ? <Optional startAgain={startAgain}>{part}</Optional> : part();
  };
}

class PartMissing extends Error {}

type OptionalProps = { startAgain: () => void; children: () => ReactNode };

class Optional extends Component<OptionalProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  readonly retry = () => {
    if (this.state.error === undefined) return;
    this.props.startAgain();
    this.setState({ error: undefined });
  };

  override componentDidMount() {
    addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry);
  }

  override render() {
    const error: unknown = this.state.error;
    if (error instanceof PartMissing) return null;
    if (error !== undefined) throw error;
    return this.props.children();
  }
}

/** Safari does not report idle time; by then the page is there. */
const FALLBACK_MS = 1_000;

/** Loads a part of the page once the browser is idle, so that its first use does not wait for the network. */
export function useLoadSoon(load: () => Promise<unknown>): void {
  // Its first use reports the error.
  const start = () => void load().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is loaded once
  useEffect(() => whenIdle(start, FALLBACK_MS), []);
}

/** Safari does not report idle time, so there the work runs after `fallbackMs`. Returns a function that cancels it. */
export function whenIdle(work: () => void, fallbackMs: number): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work, fallbackMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}

// A chunk may be gone after a release, so the page reloads once before it shows an error.

const CHUNK_TIMEOUT_MS = 120_000;
export const CHUNK_FAILED = 'This page could not be loaded.';
const RELOADED_AT_KEY = 'CHUNK_RELOADED_AT';
const RELOAD_PAUSE_MS = 60_000;

let isReloading = false;

export function withChunkTimeout<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(CHUNK_FAILED)), CHUNK_TIMEOUT_MS);
      load()
        .then(resolve, (cause) => {
          if (!isReloading) reject(new Error(CHUNK_FAILED, { cause }));
        })
        .finally(() => clearTimeout(timer));
    });
}

function hasReloadedLately(): boolean {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  return Date.now() - reloadedAt < RELOAD_PAUSE_MS;
}

export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    try {
      if (hasReloadedLately() || !navigator.onLine) return;
      sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    } catch {
      return;
    }
    isReloading = true;
    window.location.reload();
  });
}
