/**
 * Tables that a migration changes late, after long work on others. They are locked before it begins: a call that holds one
 * of them while it waits for another would stop the migration, which then has to begin again.
 */
export const lockedFirst: Record<string, readonly string[]> = {
  '0087-wide-ids': ['albums', 'images', 'photo_links', 'athlete_album_scans', 'shown_previews'],
};
