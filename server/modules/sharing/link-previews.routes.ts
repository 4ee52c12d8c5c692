import type { FastifyInstance } from 'fastify';
import { linkPreviewEndpoints } from '#contract/endpoints/photo-links.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { handleRaw } from '#server/platform/http/handle.ts';
import { etagOf } from '#server/platform/http/json-text.ts';
import { createShortMemory } from '#server/platform/short-memory.ts';
import { drawLinkPicture } from './draw-link-picture.ts';
import { describeLink, type LinkFacts } from './link-previews.ts';

/** A picture takes a tenth of a second to draw and has about 50 kB, so the latest ones are kept. */
const MOST_KEPT = 200;
const KEEP_MS = 60 * 60_000;
const CACHE_SECONDS = 3600;

export function linkPreviewRoutes(app: FastifyInstance, context: Context): void {
  const pictures = createShortMemory<string, Buffer>(context.clock, {
    keepMs: KEEP_MS,
    most: MOST_KEPT,
    load: (words) => {
      const { siteName, ...facts } = JSON.parse(words) as LinkFacts & { siteName: string };
      return drawLinkPicture(facts, siteName);
    },
  });

  handleRaw(app, linkPreviewEndpoints.linkPicture, async ({ params }) => {
    const link = linkPreviewEndpoints.linkPicture.params.safeParse(params);
    const facts = link.success && (await describeLink(context, link.data));
    if (!facts) throw new AppError('not_found');
    const { site_name: siteName } = await getSettings(context);
    // The words are the key: a new price or name is drawn anew.
    const content = await pictures.get(JSON.stringify({ ...facts, siteName }));
    return {
      sizeBytes: content.length,
      etag: etagOf(content),
      content,
      headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${CACHE_SECONDS}` },
    };
  });
}
