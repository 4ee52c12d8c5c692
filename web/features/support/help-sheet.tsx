import { Bug, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sheet } from '#web/components/sheet.tsx';
import { Loading } from '#web/components/states.tsx';
import { closeHelp, type HelpView, openHelp } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';

function LoadingHelp() {
  return (
    <Sheet title={i18n.t('Help')} onClose={closeHelp}>
      <Loading />
    </Sheet>
  );
}
const Chat = lazyPart(() => import('./chat.tsx'), 'Chat', <LoadingHelp />);
const BugSheet = lazyPart(() => import('./bug-sheet.tsx'), 'BugSheet', <LoadingHelp />);

export function HelpSheet({ view }: { view: HelpView }) {
  return (
    <>
      {view === 'chat' && <Chat onClose={closeHelp} />}
      {view === 'bug' && <BugSheet onClose={closeHelp} />}
      {view === 'menu' && (
        <Sheet title={i18n.t('Help')} onClose={closeHelp}>
          <div className="grid gap-2 pb-4">
            <Choice
              icon={<MessageCircle size={24} strokeWidth={1.8} />}
              title={i18n.t('Chat with us')}
              note={i18n.t('About your photos, an order or this site.')}
              onClick={() => openHelp('chat')}
            />
            <Choice
              icon={<Bug size={24} strokeWidth={1.8} />}
              title={i18n.t('Report a bug')}
              note={i18n.t('Something on this page is broken.')}
              className="max-desk:order-first"
              onClick={() => openHelp('bug')}
            />
          </div>
        </Sheet>
      )}
    </>
  );
}

type ChoiceProps = {
  icon: ReactNode;
  title: string;
  note: string;
  className?: string;
  onClick: () => void;
};

function Choice({ icon, title, note, className = '', onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`flex items-center gap-4 rounded-card border border-line px-4 py-4 text-left hover:bg-sunk ${className}`}
    >
      <span className="text-ink-2">{icon}</span>
      <span className="grid">
        <b className="text-16 font-[650]">{title}</b>
        <span className="text-14 text-ink-2">{note}</span>
      </span>
    </button>
  );
}
