import { History } from '#web/components/history.tsx';
import { PanelFrame } from './panel.tsx';

export function HistoryPanel({ userId }: { userId: number }) {
  return (
    <PanelFrame title="History">
      <History scope="user" subject={userId} nothing="No changes by staff yet." hasSubject inset="px-4" />
    </PanelFrame>
  );
}
