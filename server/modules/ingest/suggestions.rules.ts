// Suggests which of several similar frames to keep. Staff decide; nothing is rejected by itself.

export type CulledImage = {
  id: number;
  capturedAtMs: number | null;
  cameraSerial: string | null;
  perceptualHash: string | null;
  sharpness: number | null;
};

/** `best` is the sharpest photo of its group. */
export type Suggestion = { group: number; size: number; isBest: boolean };
export type Suggestions = {
  /** Frames of one camera that follow each other within a second. */
  bursts: ReadonlyMap<number, Suggestion>;
  /** Frames of any camera that look alike and were taken within seconds. */
  alike: ReadonlyMap<number, Suggestion>;
};

const BURST_GAP_MS = 1_000;
const ALIKE_WITHIN_MS = 10_000;
/** Of 64 bits. */
const ALIKE_BITS = 10;

export function findSuggestions(frames: readonly CulledImage[]): Suggestions {
  const timed = frames
    .filter((frame): frame is CulledImage & { capturedAtMs: number } => frame.capturedAtMs !== null)
    .toSorted((a, b) => a.capturedAtMs - b.capturedAtMs || a.id - b.id);
  return { bursts: rankGroups(findBursts(timed)), alike: rankGroups(findAlike(timed)) };
}

type Timed = CulledImage & { capturedAtMs: number };

function findBursts(frames: readonly Timed[]): Timed[][] {
  const bursts: Timed[][] = [];
  for (const [serial, ofCamera] of Map.groupBy(frames, ({ cameraSerial }) => cameraSerial)) {
    if (serial === null) continue;
    let last: Timed | undefined;
    for (const frame of ofCamera) {
      const isNext = last !== undefined && frame.capturedAtMs - last.capturedAtMs <= BURST_GAP_MS;
      if (isNext) bursts.at(-1)?.push(frame);
      else bursts.push([frame]);
      last = frame;
    }
  }
  return bursts;
}

/** Compares each frame with the first of the newest groups, so that a group does not drift. */
function findAlike(frames: readonly Timed[]): Timed[][] {
  const groups: Timed[][] = [];
  let oldest = 0;
  for (const frame of frames) {
    if (frame.perceptualHash === null) continue;
    while (
      frame.capturedAtMs - (groups[oldest]?.at(-1)?.capturedAtMs ?? frame.capturedAtMs) >
      ALIKE_WITHIN_MS
    )
      oldest += 1;
    const group = groups.slice(oldest).find(([first]) => first && isAlike(first, frame));
    if (group) group.push(frame);
    else groups.push([frame]);
  }
  return groups;
}

function isAlike(a: Timed, b: Timed): boolean {
  if (a.perceptualHash === null || b.perceptualHash === null) return false;
  if (b.capturedAtMs - a.capturedAtMs > ALIKE_WITHIN_MS) return false;
  return differentBits(a.perceptualHash, b.perceptualHash) <= ALIKE_BITS;
}

export function differentBits(a: string, b: string): number {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let bits = 0;
  for (; left > 0n; left &= left - 1n) bits += 1;
  return bits;
}

function rankGroups(groups: readonly Timed[][]): Map<number, Suggestion> {
  const described = new Map<number, Suggestion>();
  for (const group of groups) {
    const [first] = group;
    if (!first || group.length < 2) continue;
    const best = group.reduce((one, other) => ((other.sharpness ?? 0) > (one.sharpness ?? 0) ? other : one));
    for (const { id } of group)
      described.set(id, { group: first.id, size: group.length, isBest: id === best.id });
  }
  return described;
}
