import type { TeamSubscription } from '#contract/entities/album.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { AlertToggles } from './alert-toggles.tsx';

/** Chooses the channels for new albums of a saved team. */
export function TeamAlertsSheet({ team, onClose }: { team: TeamSubscription; onClose: () => void }) {
  return (
    <Sheet
      title={teamLine(team)}
      description={i18n.t('Tell me when new photos of this team are up')}
      onClose={onClose}
    >
      <AlertToggles subject={{ team: team.id }} />
    </Sheet>
  );
}
