import { isLinkToken } from '#contract/rules/accounts.ts';
import type { Permission } from '#contract/rules/permissions.ts';
import { paths } from './navigation.tsx';
import { type Session, userCan } from './session.ts';

type Guard = 'login_required' | 'public' | 'logged_out_only';

export type EntryRule = {
  guard: Guard;
  permission?: Permission;
  /** Visitors may enter: they see what the place is about, and log in there. */
  welcomesVisitors?: boolean;
  /** A mailed link in this search parameter does its job for people who are logged in, too. */
  linkParam?: string;
  /** Staff who still have to set up two-step login come here too. */
  beforeSecondFactor?: boolean;
};

/** Returns where to redirect someone who may not enter. */
export function findDetour(
  { guard, permission, welcomesVisitors = false, linkParam, beforeSecondFactor = false }: EntryRule,
  session: Session,
  lastLocation: string | undefined,
  search: Record<string, unknown> = {},
): string | undefined {
  if (guard === 'public') return undefined;
  if (guard === 'logged_out_only') {
    const hasLink = linkParam !== undefined && isLinkToken(search[linkParam]);
    return session.isLoggedIn && !hasLink ? (lastLocation ?? paths.home) : undefined;
  }
  if (!session.isLoggedIn) return welcomesVisitors ? undefined : paths.logInAfterLogout;
  if (session.user.second_factor_needed && !beforeSecondFactor) return paths.profile;
  return permission && !userCan(session.user, permission) ? paths.home : undefined;
}
