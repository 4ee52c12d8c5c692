import { Link } from '@tanstack/react-router';
import { Bug } from 'lucide-react';
import type { InboxRow } from '#contract/endpoints/support.ts';
import { CountBadge } from '#web/components/count-badge.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';

type InboxListProps = { rows: readonly InboxRow[]; selectedId: number | undefined };

/** Those that wait for us come first; the rest by their last word. */
export function InboxList({ rows, selectedId }: InboxListProps) {
  return (
    <ul aria-label="Conversations" className="grid">
      {rows.map((row) => (
        <li key={row.id} className="border-line border-b">
          <Link
            to="."
            search={changeSearch({ conversation: String(row.id) })}
            resetScroll={false}
            aria-current={row.id === selectedId ? 'true' : undefined}
            className="grid gap-0.5 px-4 py-3 hover:bg-sunk aria-[current]:bg-sunk"
          >
            <span className="flex items-center gap-2">
              <b className={`min-w-0 flex-1 truncate text-14 ${row.unread > 0 ? 'font-bold' : 'font-[650]'}`}>
                {row.customer.name}
              </b>
              {row.has_bug_report && (
                <Bug aria-label="Bug report" size={15} className="flex-none text-ink-2" />
              )}
              <time dateTime={row.last_message_at} className="flex-none text-12 text-ink-3">
                {formatAge(row.last_message_at)}
              </time>
            </span>
            <span className="flex items-center gap-2">
              <span
                className={`min-w-0 flex-1 truncate text-13 ${row.unread > 0 ? 'text-ink' : 'text-ink-2'}`}
              >
                {row.last_from === 'staff' && 'Answered: '}
                {row.last_text || 'A picture'}
              </span>
              {row.unread > 0 && <span className="sr-only">{countOf(row.unread, 'unread message')}</span>}
              <CountBadge count={row.unread} />
              {row.unread === 0 && row.status === 'open' && row.last_from === 'customer' && (
                <span className="flex-none rounded-full bg-warn-bg px-2 text-12 font-[650] text-warn">
                  Waiting
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
