import type { Code } from '#engines/watermark/codeword.ts';
import {
  areVariants,
  DamagedVariantsError,
  openVariants,
  type Variants,
} from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import { createCache } from '#server/platform/database/cache.ts';

/** A preview from before variants, or one that cannot be marked, is the same for everyone. */
type StoredPreview = { variants: Variants; code?: Code } | { jpeg: Buffer };

export type OpenPreviews = { read(key: string): Promise<StoredPreview | undefined> };

/** The preview is undefined if there is none or it is damaged. */
type Opened = { preview: StoredPreview | undefined; sizeBytes: number; version: string | undefined };

/** Pairs and plain previews share this. It is enough for about 250 variants. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the previews that were used last, because several people look at the same photos. It asks the storage for the
 * version each time, so that a photo that was hidden, moved or made again is gone at once.
 */
export function createOpenPreviews(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  maxBytes = MAX_BYTES,
): OpenPreviews {
  const cache = createCache<string, Opened>({ max: maxBytes, sizeOf: ({ sizeBytes }) => sizeBytes });

  function openIntact(key: string, content: Buffer): StoredPreview | undefined {
    if (!areVariants(content)) return { jpeg: content };
    try {
      return { variants: openVariants(content) };
    } catch (error) {
      if (!(error instanceof DamagedVariantsError)) throw error;
      log.error({ err: error, key }, 'a stored preview is damaged');
      return undefined;
    }
  }

  async function load(key: string): Promise<Opened> {
    const stored = await storage.readVersion(key);
    if (!stored) return { preview: undefined, sizeBytes: 0, version: undefined };
    const { content, version } = stored;
    return { preview: openIntact(key, content), sizeBytes: content.length, version };
  }

  return {
    async read(key) {
      const known = cache.peek(key);
      if (known && (await storage.stat(key))?.version !== known.version && cache.peek(key) === known) {
        cache.drop(key);
      }
      return (await cache.get(key, () => load(key))).preview;
    },
  };
}
