import type { TeamSubscription } from '#contract/entities/album.ts';
import { MAX_SAVED_TEAMS, TEAM_PLACE_DAYS } from '#contract/rules/albums.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useRemoveTeamSearch } from './team-searches.ts';

type RemoveSearchDialogProps = { search: TeamSubscription; onClose: () => void };

export function RemoveSearchDialog({ search, onClose }: RemoveSearchDialogProps) {
  const remove = useRemoveTeamSearch(onClose);
  return (
    <ConfirmDialog
      title="Remove Team Subscription"
      sentence={`You will no longer get new albums of ${teamLine(search)}. Albums you already found stay, but your athletes are no longer searched in them.${search.team_name ? ` The team keeps its place among your ${MAX_SAVED_TEAMS} for ${TEAM_PLACE_DAYS} days.` : ''}`}
      confirmLabel="Yes, I am Sure"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(search.id)}
      onCancel={onClose}
    />
  );
}
