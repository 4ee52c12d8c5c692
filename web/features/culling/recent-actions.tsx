import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { actionMessage, photoActionsQuery } from './use-cull.ts';

type RecentActionsProps = {
  albumId: number;
  isBusy: boolean;
  onUndo: (key: string) => void;
  onClose: () => void;
};

export function RecentActions({ albumId, isBusy, onUndo, onClose }: RecentActionsProps) {
  const query = useQuery(photoActionsQuery(albumId));
  return (
    <Sheet
      title="Recent actions"
      description="Undo changes only photos that nobody has changed since."
      onClose={onClose}
    >
      <QueryState
        query={query}
        loading={<Skeleton label="Loading actions" className="h-40" />}
        empty={<EmptyState title="Nothing yet" sentence="What you reject, move or turn is listed here." />}
      >
        {(actions) => (
          <ul className="grid divide-y divide-line pb-4">
            {actions.map((action) => (
              <li key={action.key} className="flex items-center gap-3 py-3">
                <span className="grid min-w-0 flex-1">
                  <b className="font-[650] wrap-anywhere">{actionMessage(action)}</b>
                  <span className="text-13 text-ink-2">
                    {formatAge(action.created_at)}
                    {action.actor && `, ${action.actor}`}
                  </span>
                </span>
                {action.can_undo ? (
                  <Button kind="line" size="small" isBusy={isBusy} onClick={() => onUndo(action.key)}>
                    Undo
                  </Button>
                ) : (
                  <span className="text-13 text-ink-2">{action.undone_at ? 'Undone' : ''}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Sheet>
  );
}
