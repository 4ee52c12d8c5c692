// A family opens albums of one to three programs, and a gym owner many of one. Only a harvester opens many programs.

/** Defaults, which staff can change in the settings. */
export const PROGRAM_LIMIT = 12;
export const ALBUM_LIMIT = 60;

export const PROGRAM_DAYS = 30;
export const ALBUM_HOURS = 24;

export const PROGRAMS_EXCEEDED_MESSAGE =
  'To protect athletes, an account can open the albums of only a few programs in 30 days, so ask someone who has this album to invite you, or write to us.';
export const ALBUMS_EXCEEDED_MESSAGE =
  'To protect athletes, an account can open only a certain number of albums in a day, so come back tomorrow, ask someone who has this album to invite you, or write to us.';
