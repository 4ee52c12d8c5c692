import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { countOf } from '#web/lib/count-words.ts';

/** Leaves out figures that are zero. */
export function figureWords({ photos, views, albums_sold, images_sold }: CockpitTeam): string {
  const words = [
    photos > 0 && countOf(photos, 'photo'),
    views > 0 && countOf(views, 'view'),
    albums_sold > 0 && `${countOf(albums_sold, 'album')} sold`,
    images_sold > 0 && `${countOf(images_sold, 'photo')} sold`,
  ];
  return words.filter((part) => part !== false).join(', ');
}
