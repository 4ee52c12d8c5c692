// A reference photo must show exactly one clear face.
import type { Detection, Face, FaceBox, Point } from './face.ts';

export type ReferenceVerdict =
  | { ok: true; face: Face }
  | { ok: false; reason: 'no_face' | 'several_faces' | FaceProblem; faces: JudgedBox[] };

type FaceProblem = 'too_small' | 'too_blurred';
/** A face without a problem can be chosen. */
type JudgedBox = FaceBox & { problem: FaceProblem | null };

/** docs/faces.md explains how these values were measured. */
export const REFERENCE = {
  leastSizePx: 48,
  leastSharpness: 0.35,
  /** Faces this much smaller than the main one count as background. */
  bystanderShare: 0.4,
};

/** With a point, only the face nearest to it counts, because a person has chosen it. */
export function judgeFaces({ faces }: Detection, at?: Point): ReferenceVerdict {
  const seen = at
    ? faces.toSorted((a, b) => distanceTo(a.box, at) - distanceTo(b.box, at)).slice(0, 1)
    : faces.toSorted((a, b) => b.quality.sizePx - a.quality.sizePx);
  const refuse = (reason: Extract<ReferenceVerdict, { ok: false }>['reason']): ReferenceVerdict => ({
    ok: false,
    reason,
    faces: seen.map((face) => ({ ...face.box, problem: problemOf(face) })),
  });
  const [main, second] = seen;
  if (!main) return refuse('no_face');
  if (second && second.quality.sizePx >= main.quality.sizePx * REFERENCE.bystanderShare) {
    return refuse('several_faces');
  }
  const problem = problemOf(main);
  return problem ? refuse(problem) : { ok: true, face: main };
}

function problemOf({ quality: { sizePx, sharpness } }: Face): FaceProblem | null {
  if (sizePx < REFERENCE.leastSizePx) return 'too_small';
  return sharpness < REFERENCE.leastSharpness ? 'too_blurred' : null;
}

function distanceTo({ x, y, width, height }: FaceBox, at: Point): number {
  return Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y);
}
