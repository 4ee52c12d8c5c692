import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { MailContent } from '#server/platform/mail/template.ts';
import type { ToldRow } from './delivery.queries.ts';

const MOST_LINES = 20;

const BUTTONS: Record<NotificationKind, string> = {
  album_published: 'Open the album',
  athlete_found: 'See the photos',
  pool: 'Open the order',
  zip_ready: 'Download',
  report_handled: 'Open Encore',
};

/** What a message of several pieces of news is called, and where it leads. */
const GATHERED: Partial<Record<NotificationKind, { title: (count: number) => string; path: string }>> = {
  album_published: { title: (count) => `${count} new albums of your teams`, path: '/' },
  athlete_found: { title: (count) => `Your athletes were found in ${count} albums`, path: '/MyAthlete' },
};

export function contentOf(
  kind: NotificationKind,
  news: ToldRow[],
  { firstName }: { firstName: string },
  siteUrl: string,
): MailContent {
  const { title, path } = headlineOf(kind, news);
  const lines = news.slice(0, MOST_LINES).map((entry) => entry.line);
  const rest = news.length - lines.length;
  return {
    title,
    paragraphs: [`Hello ${firstName},`, ...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])],
    button: {
      label: news.length > 1 ? 'See them all' : BUTTONS[kind],
      url: `${siteUrl}${path}`,
    },
  };
}

export function textOf(kind: NotificationKind, news: ToldRow[], siteUrl: string): string {
  const { title, path } = headlineOf(kind, news);
  return `Encore: ${title} ${siteUrl}${path}`;
}

function headlineOf(kind: NotificationKind, news: ToldRow[]): { title: string; path: string } {
  const [first] = news;
  const gathered = GATHERED[kind];
  if (gathered && news.length > 1) return { title: gathered.title(news.length), path: gathered.path };
  return { title: first?.title ?? 'News from Encore', path: first?.path ?? '/' };
}
