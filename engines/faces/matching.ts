import type { Detection, Face, FaceBox, Point } from './face.ts';

// The thresholds decide when two faces count as the same person; docs/faces.md lists their error rates.

/** At this score 1 in 7,700 strangers is a false match. */
export const SURE_SCORE = 0.43;
/** At this score 1 in 500 strangers is a false match, so the customer decides. */
export const MAYBE_SCORE = 0.36;
/** At this score 1 in 160,000 strangers is a false match, so the face is used as a further reference. */
export const LEARNING_SCORE = 0.5;
/** More faces of one person do not improve the result. */
const MAX_LEARNED = 20;

export type Template = { centroid: Float32Array; references: Float32Array[] };

export function certaintyOf(score: number): 'sure' | 'maybe' | undefined {
  if (score >= SURE_SCORE) return 'sure';
  return score >= MAYBE_SCORE ? 'maybe' : undefined;
}

/** Combines embeddings of one person into a template with their mean. */
export function combine(references: readonly Float32Array[]): Template {
  const [first] = references;
  if (!first) throw new RangeError('a template needs a reference');
  const sum = new Float32Array(first.length);
  for (const reference of references) {
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (reference[i] as number);
  }
  return { centroid: withLengthOne(sum), references: [...references] };
}

/** Returns the better score, from -1 to 1, of the mean and the best reference. */
export function compare(template: Template, embedding: Float32Array): number {
  const scores = template.references.map((reference) => cosine(reference, embedding));
  return Math.max(cosine(template.centroid, embedding), ...scores);
}

/**
 * Certain matches move the mean, which covers more angles than one reference. They do not become references, because
 * that doubles false matches and finds nobody else.
 */
export function expand(template: Template, embeddings: readonly Float32Array[]): Template {
  const learned = embeddings
    .map((embedding) => ({ embedding, score: compare(template, embedding) }))
    .filter(({ score }) => score >= LEARNING_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_LEARNED);
  if (learned.length === 0) return template;
  const { centroid } = combine([...template.references, ...learned.map(({ embedding }) => embedding)]);
  return { centroid, references: template.references };
}

export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError('embeddings of two kinds');
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

export function withLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

// A reference photo must show exactly one clear face.

export type ReferenceVerdict =
  | { ok: true; face: Face }
  | { ok: false; reason: 'no_face' | 'several_faces' | FaceProblem; faces: JudgedBox[] };

type FaceProblem = 'too_small' | 'too_blurred';
/** A face without a problem can be chosen. */
type JudgedBox = FaceBox & { problem: FaceProblem | null };

/** docs/faces.md explains how these values were measured. */
export const REFERENCE = {
  minSizePx: 48,
  minSharpness: 0.35,
  /** Faces this much smaller than the main one count as background. */
  bystanderShare: 0.4,
};

/** With a point, only the face nearest to it counts, because a person has chosen it. */
export function judgeFaces({ faces }: Pick<Detection, 'faces'>, at?: Point): ReferenceVerdict {
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
  if (sizePx < REFERENCE.minSizePx) return 'too_small';
  return sharpness < REFERENCE.minSharpness ? 'too_blurred' : null;
}

function distanceTo({ x, y, width, height }: FaceBox, at: Point): number {
  return Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y);
}
