import type { Context } from '#server/context.ts';
import type { PageTags } from '#server/platform/http/page-tags.ts';
import { describeLink, pathOf, readLink } from './describe-link.ts';

/** Returns undefined for pages that have no preview of their own, and for what is unknown or over. */
export async function tagPage(context: Context, path: string): Promise<PageTags | undefined> {
  const link = readLink(decodePath(path));
  const facts = link && (await describeLink(context, link));
  if (!facts) return undefined;
  return {
    title: facts.title,
    description: facts.description,
    path: pathOf(link),
    picture: `/api/link-pictures/${link.kind}/${link.key}`,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
