// Storage may be blocked, and then values live as long as the page.

const kept = new Map<string, string>();

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return kept.get(key);
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    kept.set(key, value);
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    kept.delete(key);
  }
}

/** Removes what this browser keeps for one user, in keys that end with the user's number. */
export function forgetStoredFor(userId: number): void {
  const isTheirs = (key: string) => key.endsWith(`:${userId}`);
  try {
    for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  } catch {
    for (const key of [...kept.keys()].filter(isTheirs)) kept.delete(key);
  }
}
