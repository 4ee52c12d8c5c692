// How alike two faces must be to be called the same person (domain decisions "Faces and consent"; the thresholds'
// error rates are in docs/faces.md).

/** One stranger in 7,700 is called the same person. */
export const SURE_SCORE = 0.43;
/** One stranger in 500: shown apart, for the customer to decide. */
export const MAYBE_SCORE = 0.36;
/** One stranger in 160,000: sure enough to learn from. */
export const LEARNING_SCORE = 0.5;
/** Beyond this more faces of one person tell nothing new. */
const MOST_LEARNED = 20;

export type Template = { centroid: Float32Array; references: Float32Array[] };

export function certaintyOf(score: number): 'sure' | 'maybe' | undefined {
  if (score >= SURE_SCORE) return 'sure';
  return score >= MAYBE_SCORE ? 'maybe' : undefined;
}

/** What is known of a person from one or more embeddings: their middle, and each of them. */
export function combine(references: readonly Float32Array[]): Template {
  const [first] = references;
  if (!first) throw new RangeError('a template needs a reference');
  const sum = new Float32Array(first.length);
  for (const reference of references) {
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (reference[i] as number);
  }
  return { centroid: withLengthOne(sum), references: [...references] };
}

/** From -1 to 1: the nearer of the middle and the best reference. */
export function compare(template: Template, embedding: Float32Array): number {
  const scores = template.references.map((reference) => cosine(reference, embedding));
  return Math.max(cosine(template.centroid, embedding), ...scores);
}

/**
 * One reference knows a person from one side; faces surely theirs move the middle towards all sides. They do not become
 * references: each would let in strangers of its own, twice as many in all, and find nobody more.
 */
export function expand(template: Template, embeddings: readonly Float32Array[]): Template {
  const learned = embeddings
    .map((embedding) => ({ embedding, score: compare(template, embedding) }))
    .filter(({ score }) => score >= LEARNING_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_LEARNED);
  if (learned.length === 0) return template;
  const { centroid } = combine([...template.references, ...learned.map(({ embedding }) => embedding)]);
  return { centroid, references: template.references };
}

/** Both have length one. */
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
