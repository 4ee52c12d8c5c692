import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useRemoveTeamSearch } from './use-team-searches.ts';

type RemoveSearchDialogProps = { search: TeamSubscription; onClose: () => void };

export function RemoveSearchDialog({ search, onClose }: RemoveSearchDialogProps) {
  const remove = useRemoveTeamSearch(onClose);
  return (
    <ConfirmDialog
      title="Remove Team Subscription"
      sentence={`You will no longer get new albums of ${teamLine(search)}. Albums you already found stay, but your athletes are no longer searched in them.`}
      confirmLabel="Yes, I am Sure"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(search.id)}
      onCancel={onClose}
    />
  );
}
