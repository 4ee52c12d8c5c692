import type { FastifyInstance } from 'fastify';
import { linkPreviewEndpoints } from '#contract/endpoints/photo-links.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { etagOf } from '#server/platform/http/etags.ts';
import { handleRaw } from '#server/platform/http/handle.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { drawLinkImage } from './draw-link-image.ts';
import { describeLink } from './link-previews.ts';

/** A picture takes a tenth of a second to draw and has about 50 kB, so the latest ones are kept. */
const MAX_IMAGES = 200;
const TTL_MS = 60 * 60_000;
const CACHE_SECONDS = 3600;

export function linkPreviewRoutes(app: FastifyInstance, context: Context): void {
  const pictures = createCache<string, Buffer>({
    max: MAX_IMAGES,
    ttlMs: TTL_MS,
    clock: context.clock,
  });

  handleRaw(app, linkPreviewEndpoints.linkImage, async ({ params, query }) => {
    const link = linkPreviewEndpoints.linkImage.params.safeParse(params);
    const asked = linkPreviewEndpoints.linkImage.query.safeParse(query);
    const i18n = i18nFor(asked.data?.language);
    const facts = link.success && (await describeLink(context, i18n, link.data));
    if (!facts) throw new AppError('not_found');
    const { site_name: siteName } = await getSettings(context);
    // The words are the key: a new price or name is drawn anew.
    const words = JSON.stringify({ ...facts, siteName });
    const content = await pictures.get(words, () => drawLinkImage(facts, siteName));
    return {
      sizeBytes: content.length,
      etag: etagOf(content),
      content,
      headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${CACHE_SECONDS}` },
    };
  });
}
