import type { TeamSubscription } from '#contract/entities/album.ts';
import { MAX_SAVED_TEAMS, TEAM_PLACE_DAYS } from '#contract/rules/albums.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useRemoveTeamSearch } from './team-searches.ts';

type RemoveSearchDialogProps = { search: TeamSubscription; onClose: () => void };

export function RemoveSearchDialog({ search, onClose }: RemoveSearchDialogProps) {
  const remove = useRemoveTeamSearch(onClose);
  return (
    <ConfirmDialog
      title={i18n.t('Remove Team Subscription')}
      sentence={i18n.t(
        'You will no longer get new albums of {teamLine}. Albums you already found stay, but your athletes are no longer searched in them.{value}',
        {
          teamLine: teamLine(search),
          value: search.team_name
            ? i18n.t(' The team keeps its place among your {MAXSAVEDTEAMS} for {TEAMPLACEDAYS} days.', {
                MAXSAVEDTEAMS: MAX_SAVED_TEAMS,
                TEAMPLACEDAYS: TEAM_PLACE_DAYS,
              })
            : '',
        },
      )}
      confirmLabel={i18n.t('Yes, I am Sure')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(search.id)}
      onCancel={onClose}
    />
  );
}
