import { History, HistoryTitle } from '#web/components/history.tsx';
import { PanelFrame } from './panel.tsx';
import { readUserHistory, userHistoryKey } from './users.query.ts';

const ACTION_WORDS: Record<string, string> = {
  'user.update': 'Profile changed',
  'user.change-role': 'Role changed',
  'user.add-note': 'Note added',
  'user.delete-note': 'Note deleted',
  'user.log-out-everywhere': 'Logged out everywhere',
  'found-album.reset-views': 'Views reset',
  'downloads.reset': 'Downloads reset',
  'user.send-password-link': 'Password link sent',
  'order.refund': 'Refunded',
  'entitlement.swap': 'Purchase swapped',
  'athletes.read': 'Athletes viewed',
};
const titleOf = ({ action }: { action: string }) => ACTION_WORDS[action] ?? action;

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
        nothing="No changes by staff yet."
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
