const ENOUGH_BITS = 128;
/** Secrets that were copied from an example or made up say so themselves. */
const WORDS =
  /replace.?me|change.?me|example|placeholder|password|encore.?secret|random.?char|your.?(key|secret)/i;
/** Only text that occurs for the first time counts; so many characters tell two places apart. */
const GRAM = 5;
const ALPHABETS: [RegExp, number][] = [
  [/^\d*$/, 10],
  [/^[\da-f]*$/i, 16],
  [/^[a-z]*$/i, 26],
  [/^[\da-z]*$/, 36],
  [/^[\da-z]*$/i, 62],
  [/^[\w+/=-]*$/, 64],
];
const PRINTABLE = 95;

/** Returns what is wrong with a secret that others could guess. The estimate takes its characters for random ones. */
export function findWeakness(secret: string): string | undefined {
  if (WORDS.test(secret)) return 'is a placeholder: make a secret with openssl rand -base64 48';
  const symbols = ALPHABETS.find(([alphabet]) => alphabet.test(secret))?.[1] ?? PRINTABLE;
  const bits = Math.floor(newCharacters(secret) * Math.log2(symbols));
  if (bits >= ENOUGH_BITS) return undefined;
  return `has about ${bits} bits, at least ${ENOUGH_BITS} are needed: make a secret with openssl rand -base64 48`;
}

function newCharacters(secret: string): number {
  if (secret.length < GRAM) return secret.length;
  const places = Array.from({ length: secret.length - GRAM + 1 }, (_, start) =>
    secret.slice(start, start + GRAM),
  );
  return new Set(places).size + GRAM - 1;
}
