// A family follows one to three programs, so somebody who follows dozens is collecting pictures of strangers.

/** Accounts that saved more before this limit keep them, but faces are searched only for the newest ones. */
export const MAX_SAVED_TEAMS = 12;

/** A team that was named exactly keeps its place this long after it was removed, so that rotating teams reaches no more faces. */
export const TEAM_PLACE_DAYS = 30;
