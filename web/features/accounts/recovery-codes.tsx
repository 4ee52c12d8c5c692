import { Download } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { saveTextFile } from '#web/lib/files.ts';
import { useSiteName } from '#web/lib/site.query.ts';

/** They are shown once, so the page asks before it goes on. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const siteName = useSiteName();
  const save = () =>
    saveTextFile('recovery-codes.txt', `${siteName} recovery codes\n\n${codes.join('\n')}\n`, 'text/plain');
  return (
    <div className="grid gap-4">
      <Notice tone="ok">Two-step login is on. Save these recovery codes now.</Notice>
      <p className="text-15 text-ink-2">
        Each code logs you in once if you lose your phone. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-ctl bg-sunk px-4 py-3 text-15 tracking-wide sm:max-w-[420px]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="line" onClick={save}>
          <Download aria-hidden size={18} strokeWidth={1.8} />
          Save as a file
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
