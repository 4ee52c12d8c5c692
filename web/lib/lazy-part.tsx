import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react';

type PropsOf<Export> = Export extends ComponentType<infer Props> ? Props & object : never;

/** A component that loads with its first use, by its name in the module. The fallback stands in for it until then. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props: PropsOf<Module[Name]>) => (
    <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  );
}

/** Without news of idle time (Safari), the page is there by then. */
const FALLBACK_MS = 1_000;

/** Loads a part of the page once the browser is idle, so that its first use does not wait for the network. */
export function useLoadSoon(load: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is loaded once
  useEffect(() => {
    // Its first use says what went wrong.
    const start = () => void load().catch(() => undefined);
    if (!globalThis.requestIdleCallback) {
      const timer = setTimeout(start, FALLBACK_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(start);
    return () => cancelIdleCallback(request);
  }, []);
}
