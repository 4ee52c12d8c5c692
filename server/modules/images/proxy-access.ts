import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { ANYONE, type VerifiedGrant, verifyImageToken } from '#server/platform/security/image-tokens.ts';
import { type ImageAccess, isOwners } from './image-access.ts';
import { CACHE_SECONDS, cacheControl } from './image-headers.ts';

/** `each`: only Encore can tell for a single thumb, because the thumbs of the token differ. */
type Rendition = 'marked' | 'clean' | 'each';

/** Our own memory is three seconds old at most, so with these two every right ends within five seconds. */
const FRONT_SECONDS = 2;
/** A longer list would not fit into a header. */
const MAX_HIDDEN = 200;
/** No photo has this id, so the answer for it holds for every visible photo of the album. */
const ANY_PHOTO = 0;

/**
 * Tells a front server, such as nginx, which thumbs a token opens now, so that it asks once per token instead of once
 * per picture and sends the files itself. The names of pictures in the token and the hidden ones limit the answer.
 */
export async function describeAccess(
  context: Pick<Context, 'clock' | 'imageKeys'> & { imageAccess: ImageAccess },
  { folderUuid, token }: { folderUuid: string; token: string },
): Promise<Bytes> {
  const grant = verifyImageToken(context, folderUuid, token);
  if (!grant) throw new AppError('image_token_invalid');
  const hidden = await findHidden(context.imageAccess, grant);
  // The front server cannot find the files of rejected photos.
  const isCulling = grant.scope.kind === 'culling';
  const isCounted = grant.userId !== ANYONE && !(await context.imageAccess.isVerified(grant));
  const rendition =
    isCounted || isCulling || hidden.size > MAX_HIDDEN
      ? 'each'
      : await findRendition(context.imageAccess, grant, hidden);
  const maxSeconds = rendition === 'each' ? FRONT_SECONDS : CACHE_SECONDS.thumb;
  const isFinal = rendition === 'clean' && isOwners(grant);
  const secondsLeft = Math.floor(grant.expiresAtSeconds - context.clock.now().getTime() / 1000);
  return {
    content: Buffer.alloc(0),
    sizeBytes: 0,
    etag: `"${rendition}"`,
    headers: {
      'cache-control': 'no-store',
      'x-accel-expires': String(Math.max(0, Math.min(FRONT_SECONDS, secondsLeft))),
      'x-picture-rendition': rendition,
      'x-picture-hidden': rendition === 'each' ? '' : [...hidden].join('-'),
      'x-picture-cache': cacheControl(context, grant, { maxSeconds, isFinal, isPersonal: false }),
    },
  };
}

/** Visitors have a token for each cover, and must not learn from it which other photos of the album are hidden. */
async function findHidden(imageAccess: ImageAccess, { folderUuid, scope }: VerifiedGrant) {
  const hidden = await imageAccess.findHidden(folderUuid);
  return 'imageIds' in scope ? new Set(scope.imageIds.filter((id) => hidden.has(id))) : hidden;
}

async function findRendition(
  imageAccess: ImageAccess,
  grant: VerifiedGrant,
  hidden: ReadonlySet<number>,
): Promise<Rendition> {
  const { scope } = grant;
  const imageIds = 'imageIds' in scope ? scope.imageIds.filter((id) => !hidden.has(id)) : [ANY_PHOTO];
  const found = new Set<Rendition>();
  for (const imageId of imageIds) {
    if ((await imageAccess.check(grant, imageId)) !== 'open') return 'each';
    found.add((await imageAccess.owns(grant, imageId)) ? 'clean' : 'marked');
  }
  const [only = 'each', ...others] = found;
  if (others.length > 0) return 'each';
  const isUnsure = only === 'marked' && !('imageIds' in scope) && (await imageAccess.ownsSingles(grant));
  return isUnsure ? 'each' : only;
}
