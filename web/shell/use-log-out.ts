import { logOut } from '#web/features/accounts/me.query.ts';
import { forgetLastLocation } from '#web/lib/last-location.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/use-router.tsx';

/** Logging out on purpose forgets the page to return to. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await logOut();
    await navigate({ to: paths.logInAfterLogout, replace: true });
    forgetLastLocation();
  };
}
