import type { TeamSubscription } from '#contract/entities/album.ts';
import { MAX_SAVED_TEAMS, TEAM_PLACE_DAYS } from '#contract/rules/albums.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useRemoveTeamSearch } from './team-searches.ts';

type RemoveSearchDialogProps = { search: TeamSubscription; onClose: () => void };

/** A team that was named exactly keeps its place for a while (see TEAM_PLACE_DAYS). */
function sentenceFor(search: TeamSubscription): string {
  const team = teamLine(search);
  if (!search.team_name)
    return i18n.t(
      'We’ll stop telling you about {team}. Its albums stay here, but we won’t look for your athletes in them anymore.',
      { team },
    );
  return i18n.t(
    'We’ll stop telling you about {team}. Its albums stay here, but we won’t look for your athletes in them anymore. You can follow {most} teams, and its spot frees up after {days} days.',
    { team, most: MAX_SAVED_TEAMS, days: TEAM_PLACE_DAYS },
  );
}

export function RemoveSearchDialog({ search, onClose }: RemoveSearchDialogProps) {
  const remove = useRemoveTeamSearch(onClose);
  return (
    <ConfirmDialog
      title={i18n.t('Remove Team Subscription')}
      sentence={sentenceFor(search)}
      confirmLabel={i18n.t('Yes, I am Sure')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(search.id)}
      onCancel={onClose}
    />
  );
}
