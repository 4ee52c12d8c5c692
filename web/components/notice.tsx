import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  bad: { icon: CircleAlert, look: 'bg-bad-bg text-bad', role: 'alert' },
  ok: { icon: CircleCheck, look: 'bg-ok-bg text-ok', role: 'status' },
  info: { icon: Info, look: 'bg-sunk text-ink-2', role: undefined },
} as const;

type NoticeProps = { tone: keyof typeof TONES; children: ReactNode };

export function Notice({ tone, children }: NoticeProps) {
  const { icon: Icon, look, role } = TONES[tone];
  return (
    <div role={role} className={`flex items-start gap-2.5 rounded-ctl px-4 py-3 text-15 font-medium ${look}`}>
      <Icon aria-hidden size={20} strokeWidth={1.8} className="mt-px flex-none" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
