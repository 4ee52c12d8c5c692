import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import { paths } from './paths.ts';
import type { Session } from './session.ts';

type Guard = 'login_required' | 'public' | 'logged_out_only';

export type EntryRule = { guard: Guard; permission?: Permission };

/** Returns where to redirect someone who may not enter. */
export function findDetour(
  { guard, permission }: EntryRule,
  session: Session,
  lastLocation: string | undefined,
): string | undefined {
  if (guard === 'public') return undefined;
  if (guard === 'logged_out_only') return session.isLoggedIn ? (lastLocation ?? paths.home) : undefined;
  if (!session.isLoggedIn) return paths.logInAfterLogout;
  return permission && !roleCan(session.user.type, permission) ? paths.home : undefined;
}
