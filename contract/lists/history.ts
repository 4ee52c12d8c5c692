import type { AuditRecord } from '#contract/entities/user.ts';
import { describeAction } from '#contract/rules/audit-actions.ts';
import { formatCents } from '#contract/rules/money.ts';
import { idInPath } from '../primitives.ts';
import { choiceFilter, defineList, idFilter, openChoiceFilter } from './list.ts';

/** Only an edit lists its fields; all other sentences say everything. */
const LISTS_CHANGES = /\.(update|swap|sale-in|sale-out|allow-more|set-pricing)$|^settings\.change$/;

const FIELD_NAMES: Readonly<Record<string, string>> = {
  performanceOrder: 'Performance',
  plannedAt: 'Planned',
  publishedAt: 'Published',
  albumId: 'Album',
  imageId: 'Photo',
  zipCode: 'ZIP code',
};

/** `teamName` is the team, `priceCents` the price, and `first_name` the first name. */
function fieldName(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/^(program|team|division) name$| (?:cents|basis points)$/, '$1');
  return FIELD_NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Undefined for what only a program reads. */
function valueText(field: string, value: string): string | undefined {
  if (/^[[{]/.test(value)) return undefined;
  if (/cents$/i.test(field) && value !== '') return formatCents(Number(value));
  if (/basis_?points$/i.test(field) && value !== '') return `${Number(value) / 100}%`;
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
}

type ShownChange = { label: string; before: string; after: string };

export function shownChanges({ action, changes }: Pick<AuditRecord, 'action' | 'changes'>): ShownChange[] {
  if (!LISTS_CHANGES.test(action)) return [];
  return changes.flatMap(({ field, ...change }) => {
    const [before, after] = [valueText(field, change.before), valueText(field, change.after)];
    const isHidden = before === undefined || after === undefined || field === 'memo' || field === 'batch';
    return isHidden ? [] : [{ label: fieldName(field), before, after }];
  });
}

/** The audit log records publishing as an edit, but a reader looks for the word. */
export function historySentence(entry: Omit<AuditRecord, 'id' | 'created_at'>): string {
  const published = entry.changes.find(({ field }) => field === 'publishedAt');
  if (entry.action !== 'album.update' || !published) return describeAction(entry);
  const verb = published.after ? 'published' : 'unpublished';
  const edited = entry.changes.some(({ field }) => field !== 'publishedAt' && field !== 'batch');
  return `${entry.actor_name ?? 'The site'} ${verb}${edited ? ' and edited' : ''} the album`;
}

const changeText = ({ label, before, after }: ShownChange) =>
  `${label}: ${before || 'nothing'} -> ${after || 'nothing'}`;

export const historyList = defineList<AuditRecord>()({
  name: 'history',
  noun: 'change',
  prefix: 'history_',
  columns: {
    created_at: { label: 'When', sort: 'desc', value: ({ created_at }) => created_at },
    who: { label: 'Who', value: ({ actor_name }) => actor_name },
    what: { label: 'What', value: historySentence },
    subject: { label: 'About', value: ({ subject }) => subject },
    changes: { label: 'Changes', value: (entry) => shownChanges(entry).map(changeText).join('\n') },
  },
  filters: {
    scope: {
      ...choiceFilter({ label: 'Of', options: { album: 'An album', user: 'A user', settings: 'Settings' } }),
      control: 'none',
    },
    /** The album or the user. */
    subject: idFilter('Of'),
    who: { ...openChoiceFilter({ label: 'Who', all: 'Anyone' }), schema: () => idInPath.optional() },
    what: openChoiceFilter({ label: 'What', all: 'Anything' }),
  },
  defaultSort: 'created_at:desc',
});
