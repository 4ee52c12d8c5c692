// The server imports this module from dist/render and sends public pages as HTML, which web/main.tsx hydrates.

import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToPipeableStream } from 'react-dom/server';
import type { EndpointShape } from '#contract/endpoint.ts';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { createI18n, type Language } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };
import { readPosterCode } from '#contract/rules/albums.ts';
import { isAlbumNumber, publicAlbumQuery } from '#web/features/catalogue/catalogue.query.ts';
import { visitedPoolQuery } from '#web/features/orders/visited-pool.tsx';
import { sharedPhotosQuery } from '#web/features/photo-links/photo-links.query.ts';
import { posterQuery } from '#web/features/posters/poster.query.ts';
import { setLanguageSource } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { legalQuery, siteQuery } from '#web/lib/site.query.ts';
import { addressOf } from '#web/lib/transport.ts';
import { App, createAppRouter } from '#web/router.tsx';

type Call = {
  queryKey: QueryKey;
  endpoint: EndpointShape;
  params?: Record<string, string>;
  body?: unknown;
};

type PublicPage = {
  /** The file of the page, which the browser asks for with the HTML. */
  file: string;
  /** The answers that the page shows. Without them the browser renders it. */
  calls?: (params: Readonly<Record<string, string>>) => Call[] | undefined;
};

const LOG_IN: PublicPage = { file: 'pages/login.tsx' };
const LEGAL: PublicPage = {
  file: 'pages/legal.tsx',
  calls: () => [{ queryKey: legalQuery.queryKey, endpoint: legalEndpoints.getLegalTexts }],
};

const PUBLIC_PAGES: Record<string, PublicPage> = {
  '/login': LOG_IN,
  '/Login': LOG_IN,
  '/e/:code': {
    file: 'pages/poster.tsx',
    calls: ({ code: typed = '' }) => {
      const code = readPosterCode(typed);
      if (code === undefined) return undefined;
      return [
        { queryKey: posterQuery(code).queryKey, endpoint: posterEndpoints.getPoster, params: { code } },
      ];
    },
  },
  '/view-album/:albumId': {
    file: 'pages/view-album.tsx',
    calls: ({ albumId: uuid = '' }) => {
      if (isAlbumNumber(uuid)) return undefined;
      const { queryKey } = publicAlbumQuery(uuid);
      return [{ queryKey, endpoint: catalogueEndpoints.getAlbumByUuid, params: { uuid } }];
    },
  },
  '/checkout/:orderId': {
    file: 'pages/checkout.tsx',
    calls: ({ orderId: key = '' }) => [
      { queryKey: visitedPoolQuery(key).queryKey, endpoint: arrivingEndpoints.visitPool, params: { key } },
    ],
  },
  '/shared/:token': {
    file: 'pages/shared-photos.tsx',
    calls: ({ token = '' }) => [
      {
        queryKey: sharedPhotosQuery(token).queryKey,
        endpoint: photoLinkEndpoints.openPhotoLink,
        body: { token },
      },
    ],
  },
  '/terms': LEGAL,
  '/privacy': LEGAL,
};

const I18NS = { en: createI18n('en'), es: createI18n('es', spanish) };
const reader = new AsyncLocalStorage<Language>();
setLanguageSource(() => I18NS[reader.getStore() ?? 'en']);

type Request = {
  language: Language;
  /** Path and search. */
  url: string;
  nonce: string;
  /** Answers a call of the API as a visitor would get it, and throws if it is refused. */
  call: (method: string, address: string, body?: unknown) => Promise<unknown>;
};

/** Returns undefined for pages that only the browser renders. */
export function renderPage({ language, ...request }: Request) {
  return reader.run(language, () => render(request));
}

async function render({ url, nonce, call }: Omit<Request, 'language'>) {
  // Visitors find the log-in at the address of home.
  const shown = url.replace(/^\/(?=\?|$)/, paths.logInAfterLogout);
  const history = createMemoryHistory({ initialEntries: [shown] });
  if (shown !== url) history.replace(shown, { isLanding: true });
  const router = createAppRouter({ history });
  const [, params, found] = router.getMatchedRoutes(router.latestLocation.pathname);
  const route = found?.options.staticData?.route;
  const page = route && PUBLIC_PAGES[route.path];
  const calls = page?.calls ? page.calls(params) : [];
  if (!page || !calls) return undefined;
  const client = new QueryClient();
  const site: Call = { queryKey: siteQuery.queryKey, endpoint: siteEndpoints.getSite };
  await Promise.all(
    [site, ...calls].map(async ({ queryKey, endpoint, params, body }) => {
      const answer = await call(endpoint.method, addressOf(endpoint, { params }), body);
      client.setQueryData(queryKey, answer);
    }),
  );
  await router.load();
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<App router={router} client={client} />, {
      nonce,
      // Everything is ready, so nothing has to be moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
  return { html, file: page.file, data: JSON.stringify(dehydrate(client)) };
}
