import { FRAME_STATES, type FrameState, type Pass, type PassFrame } from '#contract/endpoints/passes.ts';
import type { Event } from '#contract/entities/album.ts';
import type { FrameOfPass } from '#server/modules/images/frames-of-passes.ts';
import type { FollowedPass } from './follow-pass.ts';

type PassFacts = {
  pass: FollowedPass;
  event: Event;
  filesLeft: number;
  frames: { state: FrameState; frames: number }[];
};

export function toWirePass({ pass, event, filesLeft, frames }: PassFacts): Pass {
  const counts = Object.fromEntries(FRAME_STATES.map((state) => [state, 0])) as Pass['counts'];
  for (const { state, frames: number } of frames) counts[state] = number;
  return {
    photographer: pass.label,
    event: {
      name: event.name,
      venue_name: event.venue_name,
      city: event.city,
      state: event.state,
      start_date: event.start_date,
      time_zone: event.time_zone,
    },
    ends_on: pass.endsOn,
    files_left: filesLeft,
    counts,
  };
}

export function toWireFrame(row: FrameOfPass): PassFrame {
  const isFiled = row.state === 'published' || row.state === 'filed';
  return {
    ...row.image,
    file_name: row.fileName,
    state: row.state,
    doubt: row.state === 'doubtful' ? (row.doubt as PassFrame['doubt']) : null,
    reason: row.state === 'failed' ? row.failure : null,
    album: isFiled ? `${row.programName} ${row.teamName}`.trim() : null,
  };
}
