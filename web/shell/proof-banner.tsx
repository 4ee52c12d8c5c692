import { MailCheck } from 'lucide-react';
import { askForProof } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';

export function ProofBanner() {
  const { user } = useSession();
  if (!user || user.email_proven) return null;
  return (
    <aside
      aria-label="Your e-mail address"
      className="flex items-center gap-2.5 bg-info-bg py-0.5 pr-2 pl-[clamp(16px,3vw,40px)] text-info print:hidden"
    >
      <MailCheck aria-hidden size={18} strokeWidth={1.8} className="flex-none" />
      <p className="min-w-0 flex-1 py-1.5 text-14 font-medium">
        {user.email === '' ? 'Add' : 'Confirm'} your e-mail address to open albums and buy.
      </p>
      <button
        type="button"
        onClick={() => void askForProof()}
        className="h-10 flex-none rounded-full px-3 text-14 font-bold underline underline-offset-3 hover:bg-current/10"
      >
        {user.email === '' ? 'Add address' : 'Enter code'}
      </button>
    </aside>
  );
}
