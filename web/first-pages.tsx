import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Poster } from '#contract/endpoints/posters.ts';
import type { Album } from '#contract/entities/album.ts';
import { FirstLink } from '#web/components/first-link.tsx';
import { publicAlbumQuery } from '#web/features/catalogue/catalogue.query.ts';
import { posterQuery } from '#web/features/posters/poster.query.ts';
import { formatDate, formatWeekday } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { createAppRouter } from '#web/router.tsx';

/** The server puts its own words in the place of these. */
const SITE_NAME = '%SITE_NAME%';
const LINK_WORDS = { headline: '%HEADLINE%', line: '%LINE%', description: '%DESCRIPTION%' };

/** Values that cannot be marks, because the page computes with them. Their text becomes a mark once it is rendered. */
const DAY = '1999-12-31';
const ORDER = 424_242;
const PHOTOS = 313_131;
const TEAM_CODE = 'K7M2QF';
const EVENT_CODE = 'CCC222';
const UUID = '3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
const ALBUM_ID = 737_373;
const EVENT_ID = 626_262;
const PRICE = '$7,777.07';
const SHARE_CENTS = 111_101;

const poster = (isUp: boolean): Poster => ({
  code: EVENT_CODE,
  event: {
    name: '%EVENT%',
    brand_name: '%BRAND%',
    venue_name: '%PLACE%',
    city: '',
    state: '',
    start_date: DAY,
    time_zone: 'UTC',
  },
  team: {
    code: TEAM_CODE,
    program_name: '%TEAM%',
    team_name: '',
    division_name: '%DIVISION%',
    performance_order: ORDER,
    planned_at: null,
    is_up: isUp,
  },
  albums_up: isUp ? 1 : 0,
  teams_total: 1,
});

const ALBUM: Album = {
  id: ALBUM_ID,
  uuid: UUID,
  program_name: '%TEAM%',
  team_name: '',
  division_name: '%DIVISION%',
  performance_order: ORDER,
  identifier: '',
  planned_at: null,
  created_at: `${DAY}T00:00:00Z`,
  images_count: PHOTOS,
  cover: [],
  cover_auth: null,
  events: [
    {
      id: EVENT_ID,
      name: '%EVENT%',
      brand_name: '',
      city: '',
      state: '',
      producer_name: '',
      venue_name: '%PLACE%',
      start_date: DAY,
      time_zone: 'UTC',
      archived: false,
      archive_date: null,
      event_pricings: [
        {
          id: 1,
          share_price: SHARE_CENTS,
          image_price: null,
          photo_steps: [],
          athlete_price: null,
          early: null,
          late: null,
        },
      ],
    },
  ],
};

async function renderPage(path: string): Promise<string> {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  ).replace(/<(title|script|template)\b[^>]*>[\s\S]*?<\/\1>/g, '');
}

/** Puts marks in the place of rendered values, and fails if the page no longer shows one of them. */
function mark(page: string, marks: Record<string, string>): string {
  const plain = page.replaceAll('<!-- -->', '');
  return Object.entries(marks).reduce((marked, [name, shown]) => {
    if (!marked.includes(shown)) throw new Error(`A first page does not show ${shown} for ${name}`);
    return marked.replaceAll(shown, `%${name}%`);
  }, plain);
}

async function renderPoster(isUp: boolean): Promise<string> {
  queryClient.setQueryData(posterQuery(TEAM_CODE).queryKey, poster(isUp));
  return mark(await renderPage(paths.poster(TEAM_CODE)), {
    CODE: TEAM_CODE,
    EVENT_CODE,
    ORDER: String(ORDER),
    DAY: `${formatWeekday(DAY)}, 1999`,
    ...(!isUp && { LIVE: 'No photos are up yet' }),
  });
}

async function renderAlbum(): Promise<string> {
  queryClient.setQueryData(publicAlbumQuery(UUID).queryKey, ALBUM);
  return mark(await renderPage(paths.viewAlbum(UUID)), {
    UUID,
    ALBUM_ID: String(ALBUM_ID),
    EVENT_ID: String(EVENT_ID),
    ORDER: String(ORDER),
    PHOTOS: PHOTOS.toLocaleString('en-US'),
    PHOTO_COUNT: String(PHOTOS),
    PRICE,
    DATE: formatDate(DAY),
    ISO_DATE: DAY,
    EVENT_LINE: '1999 %EVENT%. %PLACE%',
  });
}

/**
 * What visitors see and use before any script has arrived: the front door with its log-in, the page of a poster, a shared
 * album, and what another shared link is about. The pages are rendered when the site is built, so they look like what the
 * script shows later, and the server only fills in words.
 */
export async function renderFirstPages(): Promise<Record<string, string>> {
  queryClient.setQueryData(siteQuery.queryKey, {
    site_name: SITE_NAME,
  } as Awaited<ReturnType<NonNullable<typeof siteQuery.queryFn>>>);
  const login = await renderPage(paths.logIn);
  if (!login.includes('name="password"')) throw new Error('The log-in was not rendered');
  const words = renderToString(<FirstLink {...LINK_WORDS} />);
  const link = login.replace(/(<main[^>]*>)[\s\S]*(<\/main>)/, (_, start, end) => start + words + end);
  return {
    login,
    link,
    'poster-soon': await renderPoster(false),
    'poster-up': await renderPoster(true),
    album: await renderAlbum(),
  };
}
