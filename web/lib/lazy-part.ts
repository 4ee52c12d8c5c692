import { type ComponentType, lazy } from 'react';

/** A component that loads with its first use, by its name in the module. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
