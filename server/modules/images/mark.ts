import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/endpoints/settings.ts';
import { getSettings, readSettings, type SettingsWorld } from '#server/modules/settings/get-settings.ts';

/** What is written over every picture that is not paid for. */
export type Mark = { text: string; opacityPercent: number; sizePercent: number };

export const DELIVERED_MARK = markOf(DEFAULT_SITE_SETTINGS);

/** Ask anew for every picture, so that a change applies to the next one. */
export async function currentMark(world: SettingsWorld): Promise<Mark> {
  return markOf(await getSettings(world));
}

/** As it is stored this moment, for work that would go on for hours with a mark of two seconds ago. */
export async function storedMark(world: SettingsWorld): Promise<Mark> {
  return markOf(await readSettings(world));
}

function markOf(settings: SiteSettings): Mark {
  return {
    text: settings.watermark_text,
    opacityPercent: settings.watermark_opacity_percent,
    sizePercent: settings.watermark_size_percent,
  };
}

/** The same name, the same mark; kept with each image to know which of them carry it. */
export function nameOfMark({ text, opacityPercent, sizePercent }: Mark): string {
  return `${opacityPercent}/${sizePercent}/${text}`;
}
