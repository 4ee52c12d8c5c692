import type { SafePhoto } from '#contract/endpoints/safe-share.ts';
import { boxOf, type CoverBox, type Disc, discOf } from '#contract/rules/safe-share.ts';

/** A face that was found, or a cover that the parent added. */
export type Face = {
  id: number;
  box: CoverBox;
  isCovered: boolean;
  /** Somebody else asked never to show this face. */
  isForced: boolean;
  isAdded: boolean;
  athlete: string | null;
};

export type Size = { width: number; height: number };
export type Edit =
  | { kind: 'toggle'; id: number }
  | { kind: 'add'; disc: Disc; size: Size }
  /** `goesOn` marks every step of a pinch but the first, so that one undo takes back the whole pinch. */
  | { kind: 'scale'; id: number; by: number; size: Size; goesOn?: boolean }
  | { kind: 'move'; id: number; x: number; y: number }
  | { kind: 'undo' };

/** `past` holds the states that undo restores, the latest last. */
export type Covers = { faces: readonly Face[]; past: readonly (readonly Face[])[] };

/** Where each arrow key moves a cover or the ring. */
export const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const MAX_PAST = 50;
/** Smaller covers would hide no face. In pixels of the full photo. */
const MIN_RADIUS = 12;
/** With these limits, no cover is refused for its size. */
const MAX_SHARE = 0.45;

export function startCovers({ faces }: Pick<SafePhoto, 'faces'>): Covers {
  return {
    past: [],
    faces: faces.map(({ box, athlete, is_forced: isForced }, id) => ({
      id,
      box,
      athlete,
      isForced,
      isAdded: false,
      isCovered: isForced || athlete === null,
    })),
  };
}

export function editCovers(covers: Covers, edit: Edit): Covers {
  if (edit.kind === 'undo') {
    const last = covers.past.at(-1);
    return last ? { faces: last, past: covers.past.slice(0, -1) } : covers;
  }
  const faces = applyEdit(covers.faces, edit);
  if (faces === covers.faces) return covers;
  const goesOn = edit.kind === 'scale' && edit.goesOn;
  return { faces, past: goesOn ? covers.past : [...covers.past, covers.faces].slice(-MAX_PAST) };
}

function applyEdit(faces: readonly Face[], edit: Exclude<Edit, { kind: 'undo' }>): readonly Face[] {
  if (edit.kind === 'add') {
    const id = Math.max(-1, ...faces.map((face) => face.id)) + 1;
    const box = boxOf(within(edit.disc, edit.size), edit.size);
    return [...faces, { id, box, isCovered: true, isForced: false, isAdded: true, athlete: null }];
  }
  const face = faces.find(({ id }) => id === edit.id);
  if (!face || face.isForced) return faces;
  const replace = (change: Partial<Face>) => faces.map((one) => (one === face ? { ...one, ...change } : one));
  switch (edit.kind) {
    case 'toggle':
      return face.isAdded ? faces.filter((one) => one !== face) : replace({ isCovered: !face.isCovered });
    case 'scale': {
      const disc = discOf(face.box, edit.size);
      return replace({
        box: boxOf(within({ ...disc, radius: disc.radius * edit.by }, edit.size), edit.size),
      });
    }
    case 'move':
      return replace({
        box: {
          ...face.box,
          x: Math.min(Math.max(face.box.x + edit.x, 0), 1 - face.box.width),
          y: Math.min(Math.max(face.box.y + edit.y, 0), 1 - face.box.height),
        },
      });
  }
}

function within(disc: Disc, { width, height }: Size): Disc {
  const most = MAX_SHARE * Math.min(width, height);
  return { ...disc, radius: Math.min(Math.max(disc.radius, Math.min(MIN_RADIUS, most)), most) };
}
