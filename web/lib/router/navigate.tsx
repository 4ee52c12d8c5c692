import { useEffect } from 'react';
import type { Move } from './create-router.ts';
import { useRouter } from './use-router.tsx';

/** Leaves for another page as soon as it is rendered. */
export function Navigate(move: Move) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving once is enough
  useEffect(() => void router.navigate(move), [router]);
  return null;
}
