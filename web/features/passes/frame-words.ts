import type { FrameState, PassFrame } from '#contract/endpoints/passes.ts';

export const FRAME_WORDS: Record<FrameState, string> = {
  received: 'Being processed',
  published: 'Published',
  filed: 'Not yet published',
  doubtful: 'Doubtful',
  rejected: 'Not selected',
  hidden: 'Taken down',
  clock: 'Clock photo',
  failed: 'Refused',
};

const DOUBT_WORDS: Record<NonNullable<PassFrame['doubt']>, string> = {
  no_time: 'No capture time',
  near_boundary: 'Too close to a change of teams',
  outside_schedule: 'Outside the running order',
  no_schedule: 'No running order yet',
};

/** The album of a filed frame, or why it is in none. */
export function frameNote({ album, doubt, reason }: PassFrame): string {
  return album ?? (doubt ? DOUBT_WORDS[doubt] : (reason ?? ''));
}
