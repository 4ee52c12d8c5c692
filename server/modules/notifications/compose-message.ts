import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { MailWords } from '#server/modules/settings/mail-words.ts';
import type { MailCard, MailContent } from '#server/platform/mail/template.ts';

const MOST_LINES = 20;
const MOST_CARDS = 3;

type NewsItem = { title: string; line: string; path: string; card?: MailCard | undefined };
/** Makes an address of a path, with a secret that logs its reader in. */
type Sign = (path: string) => string;

/** Kinds without an entry get a button that opens the site. */
const BUTTONS: Partial<Record<NotificationKind, string>> = {
  album_published: 'Open the album',
  athlete_found: 'See the photos',
  pool: 'Open the order',
  zip_ready: 'Download',
  reminder: 'See the photos',
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
  sign: Sign = (path) => `${words.frame.siteUrl}${path}`,
): MailContent {
  const { title, path } = headlineOf(kind, news, words);
  const shown = news.slice(0, MOST_LINES);
  const cards = shown.flatMap(({ card }) => card ?? []).slice(0, MOST_CARDS);
  // A card says more than its line, which is kept where the line names somebody.
  const lines = shown.flatMap(({ card, line }) =>
    card && cards.includes(card) && kind === 'album_published' ? [] : [line],
  );
  const rest = news.length - shown.length;
  return {
    title,
    greeting: words.greet(firstName),
    opening: words.openingOf(kind),
    paragraphs: [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])],
    cards,
    button: {
      label: news.length > 1 ? 'See them all' : (BUTTONS[kind] ?? `Open ${words.siteName}`),
      url: sign(path),
    },
  };
}

/** What the log-in page says about the mail. Titles may name other people, who can ask to be forgotten. */
export function aboutOf(kind: NotificationKind, [first]: Pick<NewsItem, 'title'>[]): string {
  switch (kind) {
    case 'album_published':
      return first?.title ?? 'New photos of your teams';
    case 'athlete_found':
      return 'New photos of your athlete';
    case 'pool':
      return 'Your shared order';
    case 'zip_ready':
      return 'Your album is ready to download';
    case 'report_handled':
      return 'The photo you reported';
    case 'reminder':
      return 'Photos that you can still buy';
  }
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
