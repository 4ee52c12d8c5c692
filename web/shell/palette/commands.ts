import {
  CalendarDays,
  Images,
  type LucideIcon,
  Plus,
  Receipt,
  Settings,
  SquareArrowOutUpRight,
  Upload,
  UserRound,
} from 'lucide-react';
import type { FoundByStaff, StaffQueues } from '#contract/endpoints/overview.ts';
import { searchText, splitKeywords } from '#contract/rules/keyword-filter.ts';
import type { Permission } from '#contract/rules/permissions.ts';
import { adminRoutes } from '#web/admin-routes.ts';
import { EVENT_SECTION_NAMES } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { OTHER_SECTIONS, SETTING_GROUPS } from '#web/features/settings/setting-groups.ts';
import { formatCount } from '#web/lib/formats.ts';
import { EVENT_SECTIONS, paths } from '#web/lib/navigation.tsx';
import { type Rights, userCan } from '#web/lib/session.ts';
import { menuEntries } from '#web/shell/menu.tsx';
import { waitingAt } from '#web/shell/queues.tsx';

export type CommandKind = 'page' | 'setting' | 'action' | 'upload' | FoundByStaff['kind'];

export type Command = {
  key: string;
  kind: CommandKind;
  title: string;
  detail: string;
  to: string;
  search?: Record<string, string>;
  hash?: string;
  /** Other words that find it. */
  words?: string;
  /** Typed into the palette instead of going somewhere, for commands that need a name or a number. */
  fill?: string;
};

export const COMMAND_ICONS: Record<CommandKind, LucideIcon> = {
  page: SquareArrowOutUpRight,
  setting: Settings,
  action: Plus,
  upload: Upload,
  event: CalendarDays,
  album: Images,
  user: UserRound,
  order: Receipt,
};

export type CommandSection = { name: string; commands: Command[] };

/** The event of the open page, if any. */
function findEventId(pathname: string): string | undefined {
  return /^\/admin\/events\/(\d+)/.exec(pathname)?.[1];
}

function eventCommands(pathname: string): { go: Command[]; act: Command[] } {
  const eventId = findEventId(pathname);
  if (!eventId) return { go: [], act: [] };
  const others = EVENT_SECTIONS.filter((section) => section !== 'upload');
  return {
    go: others.map((section) => ({
      key: `event:${eventId}:${section}`,
      kind: 'page',
      title: EVENT_SECTION_NAMES[section],
      detail: 'This event',
      to: paths.adminEvent(eventId, section),
    })),
    act: [
      {
        key: `upload:${eventId}`,
        kind: 'upload',
        title: 'Upload photos to this event',
        detail: '',
        to: paths.adminEvent(eventId, 'upload'),
      },
    ],
  };
}

function pageCommands(user: Rights, queues: StaffQueues | undefined): Command[] {
  const pages = [
    { path: paths.admin, label: 'Overview' },
    ...menuEntries(adminRoutes, 'admin', user),
    ...menuEntries(adminRoutes, 'palette', user),
  ];
  return pages.map(({ path, label }) => {
    const waiting = waitingAt(path, queues);
    return {
      key: `page:${path}`,
      kind: 'page',
      title: label,
      detail: waiting > 0 ? `${formatCount(waiting)} waiting` : '',
      to: path,
    };
  });
}

function settingCommands(user: Rights): Command[] {
  if (!userCan(user, 'settings')) return [];
  const groups = SETTING_GROUPS.map(({ id, title, fields }) => ({
    id,
    title,
    words: fields.map(({ label }) => label).join(' '),
  }));
  return [...groups, ...OTHER_SECTIONS.map((section) => ({ ...section, words: '' }))].map(
    ({ id, title, words }) => ({
      key: `setting:${id}`,
      kind: 'setting',
      title,
      detail: 'Settings',
      to: paths.adminSettings,
      hash: id,
      words,
    }),
  );
}

function actionCommands(user: Rights): Command[] {
  if (!userCan(user, 'admin_albums')) return [];
  const add = { add: 'true' };
  const coupon: Command = {
    key: 'new-coupon',
    kind: 'action',
    title: 'New coupon',
    detail: '',
    to: paths.adminSettings,
    search: add,
    hash: 'coupons',
  };
  return [
    { key: 'new-event', kind: 'action', title: 'New event', detail: '', to: paths.adminNewEvent },
    { key: 'new-album', kind: 'action', title: 'New album', detail: '', to: paths.adminAlbums, search: add },
    ...(userCan(user, 'settings') ? [coupon] : []),
  ];
}

type Verb = {
  /** The word that starts the command, such as "refund" in "refund order 794". */
  says: string;
  title: string;
  detail: string;
  kind: FoundByStaff['kind'];
  may: Permission;
  nameIt: (title: string) => string;
  place: (found: FoundByStaff) => Pick<Command, 'to' | 'search'>;
};

/** Each opens the page that asks before anything happens. */
const VERBS: readonly Verb[] = [
  {
    says: 'refund',
    title: 'Refund an order',
    detail: 'refund 794',
    kind: 'order',
    may: 'refunds',
    nameIt: (title) => `Refund ${title.toLowerCase()}`,
    place: ({ id, parent }) => ({
      to: paths.adminUser(parent ?? 0),
      search: { order_q: String(id), ask: 'refund' },
    }),
  },
  {
    says: 'suspend',
    title: 'Suspend a user',
    detail: 'suspend ann',
    kind: 'user',
    may: 'change_customers',
    nameIt: (title) => `Suspend ${title}`,
    place: ({ id }) => ({ to: paths.adminUser(id), search: { ask: 'suspend' } }),
  },
  {
    says: 'upload to',
    title: 'Upload photos to an event',
    detail: 'upload to nationals',
    kind: 'event',
    may: 'admin_albums',
    nameIt: (title) => `Upload photos to ${title}`,
    place: ({ id }) => ({ to: paths.adminEvent(id, 'upload') }),
  },
];

const verbsOf = (user: Rights) => VERBS.filter(({ may }) => userCan(user, may));

function verbCommands(user: Rights): Command[] {
  return verbsOf(user).map(({ says, title, detail, kind }) => ({
    key: `verb:${says}`,
    kind,
    title,
    detail,
    to: paths.admin,
    fill: `${says} `,
  }));
}

const NAMED = /^(?:order|user|customer|event|album)\s+(?=\S)/i;

/**
 * Splits "refund order 794" into an action and a search. "go to" is dropped, because finding something already leads to
 * it.
 */
export function readTyped(user: Rights, typed: string): { verb: Verb | undefined; q: string } {
  const text = typed.replace(/^(?:go to|open|find)\s+/i, '');
  const verb = verbsOf(user).find(({ says }) => text.toLowerCase().startsWith(`${says} `));
  const rest = verb ? text.slice(verb.says.length).trim() : text;
  return { verb, q: rest.replace(NAMED, '') };
}

export function verbSection(verb: Verb, found: readonly FoundByStaff[]): CommandSection {
  const commands = found.flatMap((one): Command[] => {
    if (one.kind !== verb.kind) return [];
    const key = `${verb.says}:${one.id}`;
    return [{ key, kind: one.kind, title: verb.nameIt(one.title), detail: one.detail, ...verb.place(one) }];
  });
  return { name: 'Do', commands };
}

type Place = { user: Rights; pathname: string; queues: StaffQueues | undefined };

export function commandsAt({ user, pathname, queues }: Place): CommandSection[] {
  const ofEvent = eventCommands(pathname);
  return [
    { name: 'Go to', commands: [...ofEvent.go, ...pageCommands(user, queues)] },
    { name: 'Do', commands: [...ofEvent.act, ...actionCommands(user), ...verbCommands(user)] },
    { name: 'Settings', commands: settingCommands(user) },
  ];
}

const MAX_MATCHES = 6;

/** Every word must be somewhere in what a command is called; whole words of its title come first. */
export function matchCommands(sections: readonly CommandSection[], text: string): CommandSection[] {
  const words = splitKeywords(text);
  const matches = ({ title, detail, words: more = '' }: Command) => {
    const said = searchText(`${title} ${detail} ${more}`);
    return words.every((word) => said.includes(word));
  };
  const wholeWords = ({ title }: Command) => {
    const said = searchText(title).split(/[^\p{L}\p{N}]+/u);
    return words.filter((word) => said.includes(word)).length;
  };
  return sections.map(({ name, commands }) => ({
    name,
    commands: commands
      .filter(matches)
      .toSorted((a, b) => wholeWords(b) - wholeWords(a))
      .slice(0, MAX_MATCHES),
  }));
}

const FOUND_SECTIONS = { order: 'Orders', event: 'Events', album: 'Albums', user: 'Users' } as const;

export function foundSections(found: readonly FoundByStaff[]): CommandSection[] {
  return (Object.keys(FOUND_SECTIONS) as FoundByStaff['kind'][]).map((kind) => ({
    name: FOUND_SECTIONS[kind],
    commands: found.filter((one) => one.kind === kind).map(toCommand),
  }));
}

function toCommand({ kind, id, title, detail, parent }: FoundByStaff): Command {
  const named = { key: `${kind}:${id}`, kind, title, detail };
  if (kind === 'event') return { ...named, to: paths.adminEvent(id) };
  if (kind === 'album') return { ...named, to: paths.adminEvent(parent ?? 0), search: { album: String(id) } };
  if (kind === 'user') return { ...named, to: paths.adminUser(id) };
  return { ...named, to: paths.adminUser(parent ?? 0), search: { order_q: String(id) } };
}
