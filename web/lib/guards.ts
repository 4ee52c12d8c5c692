import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import { paths } from './paths.ts';
import type { Session } from './session.ts';

type Guard = 'login_required' | 'public' | 'logged_out_only';

export type EntryRule = {
  guard: Guard;
  permission?: Permission;
  /** Also for a super who still has to set up two-step login. */
  beforeSecondFactor?: boolean;
};

/** Returns where to redirect someone who may not enter. */
export function findDetour(
  { guard, permission, beforeSecondFactor = false }: EntryRule,
  session: Session,
  lastLocation: string | undefined,
): string | undefined {
  if (guard === 'public') return undefined;
  if (guard === 'logged_out_only') return session.isLoggedIn ? (lastLocation ?? paths.home) : undefined;
  if (!session.isLoggedIn) return paths.logInAfterLogout;
  if (session.user.second_factor_needed && !beforeSecondFactor) return paths.profile;
  return permission && !roleCan(session.user.type, permission) ? paths.home : undefined;
}
