import { z } from 'zod';

export type SiteKey = { id: string; secret: string };

const MAX_KEYS = 8;

/** `id:secret`, newest first, separated by commas or spaces. The id only helps people to tell keys apart. */
export const siteKeys = z
  .string()
  .max(10_000)
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z0-9_-]{1,40}:\S{32,1000}$/,
            'must be id:secret with a secret of at least 32 characters',
          )
          .transform((part): SiteKey => {
            const end = part.indexOf(':');
            return { id: part.slice(0, end), secret: part.slice(end + 1) };
          }),
      )
      .min(1)
      .max(MAX_KEYS, `must have at most ${MAX_KEYS} keys`)
      .refine(isDistinct, 'must have different ids and different secrets'),
  );

function isDistinct(keys: readonly SiteKey[]): boolean {
  const count = (values: string[]) => new Set(values).size;
  return (
    count(keys.map(({ id }) => id)) === keys.length && count(keys.map((key) => key.secret)) === keys.length
  );
}

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
