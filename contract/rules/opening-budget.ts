// A family opens albums of one to three programs, and a gym owner many of one. Only a harvester opens many programs.

/** Defaults, which staff can change in the settings. */
export const PROGRAM_LIMIT = 12;
export const ALBUM_LIMIT = 60;

/**
 * Defaults. Hundreds of families register on the Wi-Fi of one venue in a day, so new people start with less, never with
 * nothing: four programs and twenty albums a day are enough to look at one's own team.
 */
export const NEW_ACCOUNT_QUOTA_PERCENT = 33;
export const NEW_ACCOUNT_DAYS = 7;
export const NEW_ACCOUNTS_PER_NETWORK = 2;

export const PROGRAM_DAYS = 30;
export const ALBUM_HOURS = 24;

export const PROGRAMS_EXCEEDED_MESSAGE =
  'To protect athletes, you can open the albums of only a few programs in 30 days, so ask someone who bought this album to invite you, or write to us.';
export const ALBUMS_EXCEEDED_MESSAGE =
  'To protect athletes, you can open only a certain number of albums in a day, so come back tomorrow, ask someone who bought this album to invite you, or write to us.';
