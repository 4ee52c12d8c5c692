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
