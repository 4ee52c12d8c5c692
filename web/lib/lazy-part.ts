import { type ComponentType, lazy } from 'react';

type PartOf<Export> = Export extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** A component that loads with its first use, by its name in the module. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] as PartOf<Module[Name]> }));
}
