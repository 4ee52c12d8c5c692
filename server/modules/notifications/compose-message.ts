import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { MailWords } from '#server/modules/settings/mail-words.ts';
import type { MailContent } from '#server/platform/mail/template.ts';

const MOST_LINES = 20;

type NewsItem = { title: string; line: string; path: string };

/** Kinds without an entry get a button that opens the site. */
const BUTTONS: Partial<Record<NotificationKind, string>> = {
  album_published: 'Open the album',
  athlete_found: 'See the photos',
  pool: 'Open the order',
  zip_ready: 'Download',
};

const GATHERED: Partial<Record<NotificationKind, { title: (count: number) => string; path: string }>> = {
  album_published: { title: (count) => `${count} new albums of your teams`, path: '/' },
  athlete_found: { title: (count) => `Your athletes were found in ${count} albums`, path: '/MyAthlete' },
};

export function contentOf(
  kind: NotificationKind,
  news: NewsItem[],
  { firstName }: { firstName: string },
  words: MailWords,
): MailContent {
  const { title, path } = headlineOf(kind, news, words);
  const lines = news.slice(0, MOST_LINES).map((entry) => entry.line);
  const rest = news.length - lines.length;
  return {
    title,
    greeting: words.greet(firstName),
    opening: words.openingOf(kind),
    paragraphs: [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])],
    button: {
      label: news.length > 1 ? 'See them all' : (BUTTONS[kind] ?? `Open ${words.siteName}`),
      url: `${words.frame.siteUrl}${path}`,
    },
  };
}

export function textOf(kind: NotificationKind, news: NewsItem[], words: MailWords): string {
  const { title, path } = headlineOf(kind, news, words);
  return `${words.siteName}: ${title} ${words.frame.siteUrl}${path}`;
}

function headlineOf(
  kind: NotificationKind,
  news: NewsItem[],
  { siteName }: MailWords,
): { title: string; path: string } {
  const [first] = news;
  const gathered = GATHERED[kind];
  if (gathered && news.length > 1) return { title: gathered.title(news.length), path: gathered.path };
  return { title: first?.title ?? `News from ${siteName}`, path: first?.path ?? '/' };
}
