import { i18n } from '#web/lib/i18n.ts';
/** Every list of albums for customers uses these texts. */
export const FILTER_LABEL = /*i18n*/ 'Filter/Refine Results by Keywords';
export const NO_ALBUMS = /*i18n*/ 'No albums available, please check back later.';
export const NO_MATCHES = /*i18n*/ 'No albums found matching your search criteria.';

export const displaying = (shown: number, total: number | string) =>
  i18n.t('Displaying ({shown} of {total} albums)', { shown, total });
