import type { Context } from '#server/context.ts';
import { ANYONE, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';
import { isOwners } from './image-access.ts';

/** A copy in the browser's cache cannot be revoked, so the browser must ask again for anything larger than a thumb. */
export const CACHE_SECONDS = {
  thumb: 1800,
  'cover-480': 1800,
  preview: 5,
  'cover-960': 5,
  'cover-1440': 5,
} as const;

/** Rights end within five seconds, so a cache that several people share keeps a picture no longer. */
const SHARED_CACHE_SECONDS = 5;

export type Kept = {
  maxSeconds: number;
  isFinal: boolean;
  /** Made for one viewer. */
  isPersonal: boolean;
};

/**
 * A picture is kept no longer than its token lives, and by the browser alone if the token names a person. A watermarked
 * picture is not immutable, because it may be made again with another watermark.
 */
export function cacheControl(
  { clock }: Pick<Context, 'clock'>,
  grant: VerifiedGrant,
  { maxSeconds, isFinal, isPersonal }: Kept,
): string {
  const secondsLeft = Math.floor(grant.expiresAtSeconds - clock.now().getTime() / 1000);
  const maxAge = Math.max(0, Math.min(maxSeconds, secondsLeft));
  const isForAll = !isPersonal && grant.userId === ANYONE && !isOwners(grant);
  const life = `max-age=${maxAge}${isFinal ? ', immutable' : ''}`;
  return isForAll
    ? `public, ${life}, s-maxage=${Math.min(maxAge, SHARED_CACHE_SECONDS)}`
    : `private, ${life}`;
}
