const LOOKS_ODD = /[\0\ud800-\udfff]/;

/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, and JSON can spell both ("\u0000", "\ud800"). Text that
 * has one is refused before any handler sees it.
 */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string')
    return !LOOKS_ODD.test(value) || (value.isWellFormed() && !value.includes('\0'));
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return true;
  return Object.entries(value).every(([name, part]) => isWellFormed(name) && isWellFormed(part));
}
