export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Customers are named by email address, albums by identifier, photos by their place in the album. */
export type Someone = { at: Date; email: string };
export type OfAlbum = { email: string; album: string };

export type Message = {
  from: string;
  text: string;
  minutesLater: number;
  seen?: { page: string; browser: string; errors: string[] };
};

export const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
