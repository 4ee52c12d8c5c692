/** Old name to new name. Databases from before the change still record the old names. */
export const renamedMigrations: Record<string, string> = {
  '0023-queues': '0022-queues',
  '0024-histories': '0023-histories',
  '0025-announced-times': '0024-announced-times',
};
