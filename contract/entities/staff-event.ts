import { z } from 'zod';
import { count, uuid } from '../primitives.ts';
import { event } from './album.ts';

/** The producer's share of the event's net sales; null means the share in the site's settings. */
export const producerShare = z.int().min(0).max(10_000).nullable();

export const staffEvent = event.extend({
  auto_publish: z.boolean(),
  producer_share_basis_points: producerShare,
  tray_uuid: uuid,
  albums_count: count,
  images_count: count,
});
export type StaffEvent = z.output<typeof staffEvent>;
