import { LAST_LOCATION_KEY, rememberLastLocation } from './last-location.ts';
import { PENDING_FOLLOW_KEY, rememberFollow } from './pending-follow.ts';

/**
 * Props of a link to the log-in that comes back to a page, and saves a team if one is given. The data attribute does the
 * same on a page that the server sent, before this script has arrived (public/first.js).
 */
export function comeBackTo(path: string, followCode?: string) {
  return {
    onClick: () => {
      rememberLastLocation(path);
      if (followCode) rememberFollow(followCode);
    },
    'data-keep': JSON.stringify({
      [LAST_LOCATION_KEY]: { path },
      ...(followCode && { [PENDING_FOLLOW_KEY]: { code: followCode } }),
    }),
  };
}
