import { History, HistoryTitle } from '#web/components/history.tsx';
import { PanelFrame } from './panel.tsx';
import { readUserHistory, userHistoryKey } from './users.query.ts';

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
const titleOf = ({ action }: { action: string }) => ACTION_WORDS[action] ?? action;

/** What staff did, with what it was before and after. */
export function HistoryPanel({ userId }: { userId: number }) {
  return (
    <PanelFrame title="History">
      <History
        label="History"
        queryKey={userHistoryKey(userId)}
        read={readUserHistory(userId)}
        words={ACTION_WORDS}
        titleOf={titleOf}
        fileName={`history-of-user-${userId}.csv`}
        nothing="Staff have changed nothing here yet."
        inset="px-4"
      >
        {(entry) => (
          <div className="grid gap-0.5 py-2.5 text-13">
            <HistoryTitle title={titleOf(entry)} at={entry.created_at} />
            <span className="text-ink-2">
              {entry.actor_name !== null && `${entry.actor_name}, `}
              {entry.subject.replace(':', ' ')}
            </span>
            {entry.changes.map(({ field, before, after }) => (
              <span key={field} className="break-words text-ink-2">
                {field}: {before && <s>{before}</s>} {after}
              </span>
            ))}
          </div>
        )}
      </History>
    </PanelFrame>
  );
}
