import { combine, compare, expand, MAYBE_SCORE } from '#engines/faces/matching.ts';

export type ScoredPair = { isSame: boolean; score: number };

const FALSE_ACCEPTS = [0.01, 0.001] as const;

export function measureVariants(pairs: ScoredPair[], thresholds: number[]) {
  const same = pairs.filter(({ isSame }) => isSame).map(({ score }) => score);
  const strangers = pairs.filter(({ isSame }) => !isSame).map(({ score }) => score);
  const descending = Float64Array.from(strangers).sort().reverse();
  const trueAcceptsAt = (share: number) => {
    const threshold = descending[Math.floor(share * descending.length)] ?? 1;
    return { threshold, rate: same.filter((score) => score > threshold).length / same.length };
  };
  return {
    accuracies: thresholds.map((threshold) => ({
      threshold,
      accuracy: pairs.filter(({ isSame, score }) => score >= threshold === isSame).length / pairs.length,
    })),
    trueAccepts: [trueAcceptsAt(FALSE_ACCEPTS[0]), trueAcceptsAt(FALSE_ACCEPTS[1])] as const,
  };
}

const MIN_FACES = 5;

/**
 * Takes each face of a person in turn as the only reference and counts how many of their other faces it finds, before
 * and after it learns from the certain matches.
 */
export function measureExpansion(people: Float32Array[][]) {
  const everybody = people.flatMap((faces, person) => faces.map((embedding) => ({ embedding, person })));
  const counts = { alone: 0, expanded: 0, own: 0, falsely: 0, others: 0, people: 0 };
  people.forEach((faces, person) => {
    if (faces.length < MIN_FACES) return;
    counts.people += 1;
    for (const reference of faces) {
      const template = combine([reference]);
      const rest = everybody.filter(({ embedding }) => embedding !== reference);
      const learned = expand(
        template,
        rest.map(({ embedding }) => embedding),
      );
      for (const { embedding, person: whose } of rest) {
        const isFound = compare(learned, embedding) >= MAYBE_SCORE;
        if (whose === person) {
          counts.own += 1;
          counts.alone += Number(compare(template, embedding) >= MAYBE_SCORE);
          counts.expanded += Number(isFound);
        } else {
          counts.others += 1;
          counts.falsely += Number(isFound);
        }
      }
    }
  });
  return {
    people: counts.people,
    alone: counts.alone / counts.own,
    expanded: counts.expanded / counts.own,
    falseRate: counts.falsely / counts.others,
  };
}
