// How many albums one page of a search shows.

export const ALBUM_PAGE_SIZE = 10;
