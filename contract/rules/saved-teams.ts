// A family follows one to three programs, so somebody who follows dozens is collecting pictures of strangers.

/** Accounts that saved more before this limit keep them, but faces are searched only for the newest ones. */
export const MAX_SAVED_TEAMS = 12;
