type Question<Answer> = {
  key: string;
  /** Read before the answer is loaded, so that what is kept for it is as new as the version or newer. */
  version: string;
  load: () => Promise<Answer>;
};

type Kept<Answer> = { version: string; answer: Promise<Answer>; size: number };

export type Current<Answer> = (question: Question<Answer>) => Promise<Answer>;

/**
 * Keeps what is the same for everybody until its version changes, so an old answer is never shown. When there is too much,
 * what was asked for longest ago goes first.
 */
export function createCurrent<Answer>({
  mostSize,
  sizeOf,
}: {
  mostSize: number;
  sizeOf: (answer: Answer) => number;
}): Current<Answer> {
  const kept = new Map<string, Kept<Answer>>();
  let size = 0;

  function forget(key: string): void {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function weigh(key: string, entry: Kept<Answer>, answer: Answer): void {
    if (kept.get(key) !== entry) return;
    entry.size = sizeOf(answer);
    size += entry.size;
    for (const oldest of kept.keys()) {
      if (size <= mostSize) return;
      forget(oldest);
    }
  }

  return function keepCurrent({ key, version, load }) {
    const found = kept.get(key);
    if (found?.version === version) {
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    }
    forget(key);
    const entry = { version, answer: load(), size: 0 };
    kept.set(key, entry);
    entry.answer.then(
      (answer) => weigh(key, entry, answer),
      () => {
        if (kept.get(key) === entry) forget(key);
      },
    );
    return entry.answer;
  };
}
