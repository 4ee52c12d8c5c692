import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { focusOnMount } from './form.tsx';

type MailSentProps = { children: ReactNode; action?: ReactNode };

/** Takes the place, and the focus, of the form that asked for an email. */
export function MailSent({ children, action }: MailSentProps) {
  return (
    <section role="status" className="grid justify-items-start gap-4 rounded-card bg-sunk p-6">
      <MailCheck size={32} strokeWidth={1.6} />
      <div className="grid gap-1">
        <h2
          ref={focusOnMount}
          tabIndex={-1}
          className="text-18 font-bold tracking-[-0.02em] focus:outline-none"
        >
          {i18n.t('Check your email')}
        </h2>
        <p className="text-ink-2">{children}</p>
      </div>
      {action}
    </section>
  );
}
