import type { EventSection } from '#web/lib/paths.ts';

export const EVENT_SECTION_NAMES: Record<EventSection, string> = {
  albums: 'Albums',
  upload: 'Upload',
  'running-order': 'Running order',
  clock: 'Clock',
  doubtful: 'Doubtful',
  culling: 'Culling',
  pricing: 'Pricing',
  posters: 'Posters',
  links: 'Links',
  wall: 'Live wall',
  sales: 'Sales',
};
