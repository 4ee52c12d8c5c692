import type { ReactNode } from 'react';

/** For sentences with the tags <terms> and <privacy>. */
export const LEGAL_LINKS = { terms: <LegalLink to="/terms" />, privacy: <LegalLink to="/privacy" /> };

/** Opens beside what the person is filling in, so that nothing typed is lost. */
function LegalLink({ to, children }: { to: '/terms' | '/privacy'; children?: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener"
      className="rounded-tile font-[650] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </a>
  );
}
