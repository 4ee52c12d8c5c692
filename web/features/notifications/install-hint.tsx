import { Share, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { installPrompt, isIos, isStandalone } from '#web/lib/standalone.ts';
import { readStored, useStore, writeStored } from '#web/lib/storage.ts';

const SEEN = 'install-hint';

/** Tells once how to put the site on the home screen, which iPhones need for notifications. */
export function InstallHint() {
  const prompt = useStore(installPrompt);
  const [isSeen, setIsSeen] = useState(() => readStored(SEEN) !== undefined);
  if (isSeen || isStandalone() || !(isIos() || prompt)) return null;
  const close = () => {
    writeStored(SEEN, 'seen');
    setIsSeen(true);
  };
  return (
    <aside
      aria-label={i18n.t('Put this site on your home screen')}
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="grid min-w-0 flex-1 justify-items-start gap-3">
        <p className="text-15">
          {prompt
            ? i18n.t('Put this site on your home screen. Then we can tell you the moment new photos are up.')
            : i18n.t(
                'Tap Share, then Add to Home Screen. Then we can tell you the moment new photos are up.',
              )}
        </p>
        {prompt && (
          <Button
            kind="line"
            size="small"
            onClick={() => {
              close();
              void prompt.prompt();
            }}
          >
            {i18n.t('Add to home screen')}
          </Button>
        )}
      </div>
      {!prompt && <Share size={20} strokeWidth={1.8} aria-hidden className="mt-0.5 flex-none text-ink-2" />}
      <button
        type="button"
        aria-label={i18n.t('Close')}
        onClick={close}
        className="-m-2.5 grid size-11 flex-none place-items-center rounded-full text-ink-3 hover:text-ink"
      >
        <X size={18} strokeWidth={2} />
      </button>
    </aside>
  );
}
