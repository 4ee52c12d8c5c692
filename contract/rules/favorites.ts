export const MOST_FAVORITES = 2_000;
export const MOST_FAVORITES_PER_CALL = 500;
