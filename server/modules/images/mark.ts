import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import { getSettings, readSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Mark } from './watermark.ts';

export const DELIVERED_MARK = markOf(DEFAULT_SITE_SETTINGS);

/** Call it for every picture, so that a change applies to the next one. */
export async function currentMark(tx: Pick<Tx, 'db' | 'log'>): Promise<Mark> {
  return markOf(await getSettings(tx));
}

/** Skips the two-second cache, because a remake runs for hours with the watermark it starts with. */
export async function storedMark(tx: Pick<Tx, 'db' | 'log'>): Promise<Mark> {
  return markOf(await readSettings(tx));
}

function markOf(settings: SiteSettings): Mark {
  return {
    text: settings.watermark_text,
    opacityPercent: settings.watermark_opacity_percent,
    sizePercent: settings.watermark_size_percent,
  };
}

/** Records with which watermark and rotation the stored thumb and preview were made. */
export async function recordRendition(
  db: Db,
  { id, rotation }: { id: number; rotation: number },
  { mark, traceKey, placeholder }: { mark: string; traceKey: string; placeholder?: string },
): Promise<void> {
  const rendition = { mark, traceKey, shownRotation: rotation, ...(placeholder && { placeholder }) };
  await db.updateTable('images').set(rendition).where('id', '=', id).execute();
}
