import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { ANYONE, type Variant, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';

/** Somebody who turns four photos a second for half a minute needs 60 more than two per second give. */
export const PREVIEW_BURST = 60;
export const PREVIEWS_PER_SECOND = 2;
/** A page of an event shows up to three covers of many albums; beyond this pace their thumbs are sent. */
export const COVER_BURST = 240;
export const COVERS_PER_SECOND = 4;
/** Accounts without a verified address only see covers. A page of search results shows 30. */
export const UNVERIFIED_BURST = 120;
const UNVERIFIED_PER_SECOND = 1 / 30;
/** Hundreds of families share the network of a venue. */
export const UNVERIFIED_NETWORK_BURST = 3_000;
const UNVERIFIED_NETWORK_PER_SECOND = 1;
const MAX_PEOPLE = 10_000;
const FLUSH_MS = 10_000;

type Bucket = { left: number; atMs: number };

export type PreviewMeter = {
  /** Counts a preview, or returns the seconds after which the person may ask again. */
  take(grant: VerifiedGrant, variant: Variant): number;
  /** Counts a picture of an account without a verified address, or returns the seconds after which it may ask again. */
  takeUnverified(grant: VerifiedGrant, network: string): number;
  /** Counts a cover that is larger than the public one. Returns false if the person has seen too many; the public one is sent then. */
  takeCover(grant: VerifiedGrant): boolean;
  /** Gives a preview back that was counted but not sent, for example because the browser has it. */
  giveBack(grant: VerifiedGrant, variant: Variant): void;
  flush(): Promise<void>;
};

/** Counts nothing, for requests that get no picture. */
export const NO_METER: PreviewMeter = {
  take: () => 0,
  takeUnverified: () => 0,
  takeCover: () => true,
  giveBack: () => undefined,
  flush: async () => undefined,
};

/**
 * Lets a person see watermarked previews at a human pace, whatever number of albums and tokens they hold, and counts
 * them for the scraping monitor. The pace is kept per person and process. Counts are written every ten seconds; a
 * process that is killed loses those of its last ones.
 */
export function createPreviewMeter(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  burst = PREVIEW_BURST,
): PreviewMeter {
  const previews = createBuckets<number>(context, { burst, perSecond: PREVIEWS_PER_SECOND });
  const covers = createBuckets<number>(context, {
    burst: Math.max(burst, COVER_BURST),
    perSecond: COVERS_PER_SECOND,
  });
  const unverified = createBuckets<number>(context, {
    burst: UNVERIFIED_BURST,
    perSecond: UNVERIFIED_PER_SECOND,
  });
  const networks = createBuckets<string>(context, {
    burst: UNVERIFIED_NETWORK_BURST,
    perSecond: UNVERIFIED_NETWORK_PER_SECOND,
  });
  const counts = new Map<string, { userId: number; day: string; previews: number }>();
  let timer: NodeJS.Timeout | undefined;

  function count(userId: number, previews: number): void {
    const day = context.clock.now().toISOString().slice(0, 10);
    const key = `${userId} ${day}`;
    const entry = counts.get(key) ?? { userId, day, previews: 0 };
    entry.previews += previews;
    counts.set(key, entry);
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...counts.values()].filter(({ previews }) => previews > 0);
    counts.clear();
    try {
      await addPreviewCounts(context.db, counted);
    } catch (error) {
      context.log.error({ err: error }, 'counting previews failed');
    }
  }

  return {
    take(grant, variant) {
      if (!isMetered(grant, variant)) return 0;
      const waitSeconds = previews.take(grant.userId);
      if (waitSeconds === 0) count(grant.userId, 1);
      return waitSeconds;
    },
    takeUnverified({ userId }, network) {
      const waitSeconds = unverified.take(userId) || networks.take(network);
      if (waitSeconds === 0) count(userId, 1);
      return waitSeconds;
    },
    takeCover({ userId }) {
      return covers.take(userId) === 0;
    },
    giveBack(grant, variant) {
      if (!isMetered(grant, variant)) return;
      previews.giveBack(grant.userId);
      count(grant.userId, -1);
    },
    flush,
  };
}

/** Keeps one allowance per person or network that fills up again at a steady pace. */
function createBuckets<Key extends number | string>(
  { clock }: Pick<Context, 'clock'>,
  { burst, perSecond }: { burst: number; perSecond: number },
) {
  // A Map keeps the order of insertion, so the person who was away longest is first.
  const buckets = new Map<Key, Bucket>();

  function fill(key: Key): Bucket {
    const nowMs = clock.now().getTime();
    const bucket = buckets.get(key) ?? { left: burst, atMs: nowMs };
    const gained = (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond;
    bucket.left = Math.min(burst, bucket.left + gained);
    bucket.atMs = nowMs;
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > MAX_PEOPLE) buckets.delete(buckets.keys().next().value ?? key);
    return bucket;
  }

  return {
    /** Returns 0, or the seconds after which the person may ask again. */
    take(key: Key): number {
      const bucket = fill(key);
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perSecond);
      bucket.left -= 1;
      return 0;
    },
    giveBack(key: Key): void {
      fill(key).left += 1;
    },
  };
}

/** Owners may take whole albums anyway. */
function isMetered({ userId, scope }: VerifiedGrant, variant: Variant): boolean {
  return variant === 'preview' && scope.kind === 'previews' && userId !== ANYONE;
}

export type PreviewCount = { userId: number; day: string; previews: number };

const ACCOUNT_GONE = '23503';

export async function addPreviewCounts(db: Db, counts: readonly PreviewCount[]): Promise<void> {
  if (counts.length === 0) return;
  try {
    await db
      .insertInto('previewCounts')
      .values([...counts])
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'day'])
          .doUpdateSet({ previews: sql<number>`preview_counts.previews + excluded.previews` }),
      )
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code !== ACCOUNT_GONE) throw error;
    // An account was deleted meanwhile; the others are counted one by one.
    if (counts.length > 1) for (const count of counts) await addPreviewCounts(db, [count]);
  }
}

export async function deletePreviewCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('previewCounts').where('day', '<', before.toISOString().slice(0, 10)).execute();
}
