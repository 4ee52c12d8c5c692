import { etagOf, JsonText } from '#server/platform/http/json-text.ts';

const KEEP_MS = 2_000;
const MAX_KEPT = 100;

/** Keeps answers that are the same for everybody until their version changes, so an old one is never shown. */
export function createCurrentAnswers(readVersion: () => Promise<string>) {
  const kept = new Map<string, { version: string; answer: Promise<JsonText> }>();

  return async function keepCurrent(key: string, load: () => Promise<unknown>): Promise<JsonText> {
    // The version is read first: what is loaded afterwards is as new as the version or newer.
    const version = await readVersion();
    const found = kept.get(key);
    if (found?.version === version) return found.answer;
    if (kept.size >= MAX_KEPT) kept.clear();
    const answer = load().then(toJsonText);
    kept.set(key, { version, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
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
