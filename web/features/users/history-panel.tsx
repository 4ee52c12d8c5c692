import { useQuery } from '@tanstack/react-query';
import { formatAge } from '#web/lib/formats.ts';
import { Nothing, Panel } from './panel.tsx';
import { userHistoryQuery } from './users.query.ts';

const ACTION_WORDS: Record<string, string> = {
  'user.update': 'Profile changed',
  'user.change-role': 'Role changed',
  'user.add-note': 'Note added',
  'user.delete-note': 'Note deleted',
  'user.log-out-everywhere': 'Logged out everywhere',
  'found-album.reset-views': 'Views given back',
  'downloads.reset': 'Downloads given back',
  'user.send-password-link': 'Password link sent',
  'order.refund': 'Refunded',
  'entitlement.swap': 'Purchase swapped',
  'athletes.read': 'Athletes looked at',
};

/** What staff did, with what it was before and after. */
export function HistoryPanel({ userId }: { userId: number }) {
  const answer = useQuery(userHistoryQuery(userId));
  return (
    <Panel title="History" answer={answer}>
      {(entries) => (
        <>
          {entries.length === 0 && <Nothing>Staff have changed nothing here yet.</Nothing>}
          <ol
            className="grid max-h-[420px] overflow-y-auto"
            tabIndex={entries.length > 0 ? 0 : undefined}
            aria-label="History"
          >
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-0.5 border-line px-4 py-2.5 text-13 not-last:border-b">
                <span className="flex justify-between gap-3">
                  <b className="font-[650]">{ACTION_WORDS[entry.action] ?? entry.action}</b>
                  <time dateTime={entry.created_at} className="flex-none text-ink-2">
                    {formatAge(entry.created_at)}
                  </time>
                </span>
                <span className="text-ink-2">
                  {entry.actor_name}, {entry.subject.replace(':', ' ')}
                </span>
                {entry.changes.map(({ field, before, after }) => (
                  <span key={field} className="break-words text-ink-2">
                    {field}: {before && <s>{before}</s>} {after}
                  </span>
                ))}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
