// A reference photo must show exactly one clear face.
import type { Detection, Face, FaceBox } from './face.ts';

export type ReferenceVerdict =
  | { ok: true; face: Face }
  | { ok: false; reason: 'no_face' | 'several_faces' | 'too_small' | 'too_blurred'; faces: FaceBox[] };

/** docs/faces.md explains how these values were measured. */
export const REFERENCE = {
  leastSizePx: 48,
  leastSharpness: 0.35,
  /** Faces this much smaller than the main one count as background. */
  bystanderShare: 0.4,
};

export function judgeFaces({ faces }: Detection): ReferenceVerdict {
  const seen = faces.toSorted((a, b) => b.quality.sizePx - a.quality.sizePx);
  const refuse = (reason: Extract<ReferenceVerdict, { ok: false }>['reason']): ReferenceVerdict => ({
    ok: false,
    reason,
    faces: seen.map(({ box }) => box),
  });
  const [main, second] = seen;
  if (!main) return refuse('no_face');
  if (second && second.quality.sizePx >= main.quality.sizePx * REFERENCE.bystanderShare) {
    return refuse('several_faces');
  }
  if (main.quality.sizePx < REFERENCE.leastSizePx) return refuse('too_small');
  if (main.quality.sharpness < REFERENCE.leastSharpness) return refuse('too_blurred');
  return { ok: true, face: main };
}
