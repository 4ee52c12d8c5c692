const LOOKS_ODD = /[\0\ud800-\udfff]/;
/** No call takes input that is nested nearly as deep, and endless nesting would exhaust the stack. */
const MAX_LEVELS = 32;

/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, and JSON can spell both ("\u0000", "\ud800"). Text that
 * has one is refused before any handler sees it.
 */
export function isWellFormed(value: unknown, levelsLeft = MAX_LEVELS): boolean {
  if (typeof value === 'string')
    return !LOOKS_ODD.test(value) || (value.isWellFormed() && !value.includes('\0'));
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return true;
  if (levelsLeft === 0) return false;
  const isFine = (part: unknown) => isWellFormed(part, levelsLeft - 1);
  if (Array.isArray(value)) return value.every(isFine);
  return Object.entries(value).every(([name, part]) => isFine(name) && isFine(part));
}
