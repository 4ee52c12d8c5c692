import { createCurrent } from '#server/platform/current-answers.ts';
import { etagOf, JsonText } from '#server/platform/http/json-text.ts';

const KEEP_MS = 2_000;
const MAX_KEPT = 100;
const MOST_LETTERS = 16_000_000;

export function createCurrentAnswers(readVersion: () => Promise<string>) {
  const keepCurrent = createCurrent<JsonText>({ mostSize: MOST_LETTERS, sizeOf: ({ text }) => text.length });
  return async (key: string, load: () => Promise<unknown>): Promise<JsonText> =>
    keepCurrent({ key, version: await readVersion(), load: async () => toJsonText(await load()) });
}

function toJsonText(data: unknown): JsonText {
  const text = JSON.stringify(data);
  return new JsonText(text, etagOf(text));
}

/** Public lists are the same for every visitor, so one query serves all requests within two seconds. */
export function createKeptAnswers(now: () => number = Date.now) {
  const kept = new Map<string, { until: number; answer: Promise<JsonText> }>();

  return function keep(key: string, load: () => Promise<unknown>): Promise<JsonText> {
    const found = kept.get(key);
    if (found && found.until > now()) return found.answer;
    for (const [old, { until }] of kept) if (until <= now() || kept.size >= MAX_KEPT) kept.delete(old);
    const answer = load().then(toJsonText);
    kept.set(key, { until: now() + KEEP_MS, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
