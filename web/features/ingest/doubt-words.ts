import type { DoubtfulImage } from './ingest.types.ts';

export const DOUBT_WORDS: Record<DoubtfulImage['doubt'], string> = {
  no_time: 'No capture time',
  near_boundary: 'Between two albums',
  outside_schedule: 'Outside the schedule',
  no_schedule: 'No running order',
};
