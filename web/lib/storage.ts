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
