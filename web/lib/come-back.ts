import { rememberLastLocation } from './last-location.ts';
import { rememberFollow } from './pending-follow.ts';

/** Props of a link to the log-in that comes back to a page, and saves a team if one is given. */
export function comeBackTo(path: string, followCode?: string) {
  return {
    onClick: () => {
      rememberLastLocation(path);
      if (followCode) rememberFollow(followCode);
    },
  };
}
