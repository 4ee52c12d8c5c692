import type { Context } from '#server/context.ts';
import { DamagedPairError, isPair, openPair, type Pair } from '#server/platform/tracing/open-pair.ts';

/** A preview from before pairs, or one that cannot be marked, is the same for everyone. */
type StoredPreview = { pair: Pair } | { jpeg: Buffer };

export type OpenPreviews = { read(key: string): Promise<StoredPreview | undefined> };

type Kept = { preview: StoredPreview; sizeBytes: number; version: string };

/** Pairs and plain previews share this. It is enough for about 250 pairs. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the previews that were used last, because several people look at the same photos. It asks the storage for the
 * version each time, so that a photo that was hidden, moved or made again is gone at once.
 */
export function createOpenPreviews(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  mostBytes = MOST_BYTES,
): OpenPreviews {
  // A Map keeps the order of insertion, so the preview that was not used for longest is first.
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<StoredPreview | undefined>>();
  let keptBytes = 0;

  function forget(key: string): void {
    keptBytes -= kept.get(key)?.sizeBytes ?? 0;
    kept.delete(key);
  }

  function keep(key: string, entry: Kept): void {
    forget(key);
    if (entry.sizeBytes > mostBytes) return;
    kept.set(key, entry);
    keptBytes += entry.sizeBytes;
    for (const oldest of kept.keys()) {
      if (keptBytes <= mostBytes) return;
      forget(oldest);
    }
  }

  function openIntact(key: string, content: Buffer): StoredPreview | undefined {
    try {
      return { pair: openPair(content) };
    } catch (error) {
      if (!(error instanceof DamagedPairError)) throw error;
      log.error({ err: error, key }, 'a stored preview is damaged');
      return undefined;
    }
  }

  async function load(key: string): Promise<StoredPreview | undefined> {
    const stored = await storage.readVersion(key);
    if (!stored) return undefined;
    const { content, version } = stored;
    const preview = isPair(content) ? openIntact(key, content) : { jpeg: content };
    if (!preview) return undefined;
    keep(key, { preview, sizeBytes: content.length, version });
    return preview;
  }

  async function findKept(key: string): Promise<StoredPreview | undefined> {
    const entry = kept.get(key);
    if (!entry) return undefined;
    const file = await storage.stat(key);
    if (file?.version !== entry.version) {
      if (kept.get(key) === entry) forget(key);
      return undefined;
    }
    if (kept.get(key) === entry) keep(key, entry);
    return entry.preview;
  }

  return {
    async read(key) {
      const found = await findKept(key);
      if (found) return found;
      const started = reading.get(key) ?? load(key).finally(() => reading.delete(key));
      reading.set(key, started);
      return started;
    },
  };
}
