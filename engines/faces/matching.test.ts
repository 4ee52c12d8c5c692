import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certaintyOf, combine, compare, cosine, expand, SURE_SCORE, withLengthOne } from './matching.ts';

const embedding = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
  .filter((values) => Math.hypot(...values) > 0.1)
  .map((values) => withLengthOne(Float32Array.from(values)));
const embeddings = fc.array(embedding, { minLength: 1, maxLength: 6 });

/** Two dimensions make the angle between two embeddings known. */
const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

const degreesOf = (vector: Float32Array) => (Math.atan2(vector[1] ?? 0, vector[0] ?? 0) * 180) / Math.PI;

describe('matching', () => {
  test.each([
    [0.6, 'sure'],
    [0.43, 'sure'],
    [0.4299, 'maybe'],
    [0.36, 'maybe'],
    [0.3599, undefined],
    [-1, undefined],
  ])('a score of %d is %s', (score, certainty) => {
    expect(certaintyOf(score)).toBe(certainty);
  });

  test('a reference always matches the template that contains it', () => {
    fc.assert(
      fc.property(embeddings, (references) => {
        const template = combine(references);
        for (const reference of references) expect(compare(template, reference)).toBeGreaterThan(0.9999);
      }),
    );
  });

  test('a template never scores below its best reference or above 1', () => {
    fc.assert(
      fc.property(embeddings, embedding, (references, other) => {
        const score = compare(combine(references), other);
        for (const reference of references) expect(score).toBeGreaterThanOrEqual(cosine(reference, other));
        expect(score).toBeLessThan(1.0001);
      }),
    );
  });

  test('the mean of two references is closer to a face between them than either', () => {
    expect(compare(combine([at(0), at(80)]), at(40))).toBeCloseTo(1);
    expect(compare(combine([at(0)]), at(40))).toBeCloseTo(0.766);
  });

  test('a template learns only from certain faces and keeps its references', () => {
    const one = combine([at(0)]);
    const learned = expand(one, [at(50), at(70), at(180)]);
    expect(learned.references).toEqual(one.references);
    expect(degreesOf(learned.centroid)).toBeCloseTo(25);
    expect(compare(one, at(65))).toBeLessThan(SURE_SCORE);
    expect(compare(learned, at(65))).toBeGreaterThan(SURE_SCORE);
    expect(expand(one, [at(70), at(180)])).toBe(one);
  });

  test('a template learns from at most twenty faces', () => {
    const many = Array.from({ length: 40 }, (_, i) => at(40 - i));
    expect(degreesOf(expand(combine([at(0)]), many).centroid)).toBeCloseTo(10);
  });

  test('missing references and embeddings of different lengths are refused', () => {
    expect(() => combine([])).toThrow(RangeError);
    expect(() => cosine(at(0), new Float32Array(3))).toThrow(RangeError);
  });
});
