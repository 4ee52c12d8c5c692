import { join } from 'node:path';
import type { Context } from '#server/context.ts';

/** Holds files of this machine while they arrive. What other machines need lies in the storage. */
export function uploadFolder({ config }: Pick<Context, 'config'>): string {
  return join(config.dataDir, 'uploads');
}
