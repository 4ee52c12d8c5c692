/** Every list of albums for customers uses these texts. */
export const FILTER_LABEL = 'Filter/Refine Results by Keywords';
export const NO_ALBUMS = 'No albums available, please check back later.';
export const NO_MATCHES = 'No albums found matching your search criteria.';

export const displaying = (shown: number, total: number | string) =>
  `Displaying (${shown} of ${total} albums)`;
