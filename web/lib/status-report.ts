// Asks an external status service; any failure is silent.

const TIMEOUT_MS = 600;
const MAX_MESSAGE = 300;
const MAX_ANSWER = 20_000;
const LEVELS = ['info', 'warning', 'critical'] as const;

export type StatusReport = { message: string; level: (typeof LEVELS)[number] };

export async function fetchStatus(url: string): Promise<StatusReport | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { signal, credentials: 'omit', cache: 'no-store' });
    return response.ok ? readStatus(await response.text()) : null;
  } catch {
    return null;
  }
}

/** Accepts JSON with a message or a short text; an HTML page is neither. */
export function readStatus(answer: string): StatusReport | null {
  const text = answer.slice(0, MAX_ANSWER).trim();
  if (text === '' || text.startsWith('<')) return null;
  const { message, level } = parse(text);
  if (typeof message !== 'string' || message.trim() === '') return null;
  const known = LEVELS.find((name) => name === level) ?? 'info';
  return { message: message.trim().slice(0, MAX_MESSAGE), level: known };
}

function parse(text: string): { message?: unknown; level?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return {};
  } catch {
    return text.startsWith('{') || text.startsWith('[') ? {} : { message: text };
  }
}
