// The short codes on posters, which name an event or a team at an event.

/** No vowels, so that no code is a word, and no characters that are easily confused. */
const ALPHABET = '23456789CDFGHJKMNPQRTVWX';
const LENGTH = 6;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Case, spaces and hyphens do not matter. Returns undefined if the text cannot be a code. */
export function readPosterCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** Two groups of three are easier to read and to type. */
export function showPosterCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)} ${code.slice(LENGTH / 2)}`;
}
