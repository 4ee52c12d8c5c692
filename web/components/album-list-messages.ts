import { i18n } from '#web/lib/i18n.ts';

/** Every list of albums for customers uses these texts. */
export const filterLabel = () => i18n.t('Filter/Refine Results by Keywords');
export const noAlbums = () => i18n.t('No albums available, please check back later.');
export const noMatches = () => i18n.t('No albums found matching your search criteria.');

export const displaying = (shown: number, total: number | string) =>
  i18n.t('Displaying ({shown} of {total} albums)', { shown, total });
