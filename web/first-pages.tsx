import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { FirstLink } from '#web/components/first-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { createAppRouter } from '#web/router.tsx';

/** The server puts its own words in the place of these. */
const SITE_NAME = '%SITE_NAME%';
const LINK_WORDS = { headline: '%HEADLINE%', line: '%LINE%', description: '%DESCRIPTION%' };

/**
 * What visitors see before any script has arrived: the front door with its log-in, and what a shared link is about. The
 * pages are rendered when the site is built, so they look like what the script shows later.
 */
export async function renderFirstPages(): Promise<{ login: string; link: string }> {
  queryClient.setQueryData(siteQuery.queryKey, {
    site_name: SITE_NAME,
  } as Awaited<ReturnType<NonNullable<typeof siteQuery.queryFn>>>);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [paths.logIn] }));
  await router.load();
  const login = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  ).replace(/<(title|script|template)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  if (!login.includes('name="password"')) throw new Error('The log-in was not rendered');
  const words = renderToString(<FirstLink {...LINK_WORDS} />);
  const link = login.replace(/(<main[^>]*>)[\s\S]*(<\/main>)/, (_, start, end) => start + words + end);
  return { login, link };
}
