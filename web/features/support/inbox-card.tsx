import { Bug } from 'lucide-react';
import type { InboxRow } from '#contract/entities/inbox-row.ts';
import { CountBadge } from '#web/components/count-badge.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { nameOfPerson } from '#web/lib/name-of-person.ts';

export function InboxCard({ row }: { row: InboxRow }) {
  const isUnread = row.unread > 0;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-3 py-3">
      <span className="flex items-center gap-2">
        <b className={`min-w-0 flex-1 truncate text-14 ${isUnread ? 'font-bold' : 'font-[650]'}`}>
          {nameOfPerson(row.customer)}
        </b>
        {row.has_bug_report && <Bug aria-label="Bug report" size={15} className="flex-none text-ink-2" />}
        <time dateTime={row.last_message_at} className="flex-none text-12 text-ink-3">
          {formatAge(row.last_message_at)}
        </time>
      </span>
      <span className="flex items-center gap-2">
        <span className={`min-w-0 flex-1 truncate text-13 ${isUnread ? 'text-ink' : 'text-ink-2'}`}>
          {row.last_from === 'staff' && 'Answered: '}
          {row.last_text || 'Picture'}
        </span>
        {isUnread && <span className="sr-only">{countOf(row.unread, 'unread message')}</span>}
        <CountBadge count={row.unread} />
        {!isUnread && row.status === 'open' && row.last_from === 'customer' && (
          <span className="flex-none rounded-full bg-warn-bg px-2 text-12 font-[650] text-warn">Waiting</span>
        )}
      </span>
    </span>
  );
}
