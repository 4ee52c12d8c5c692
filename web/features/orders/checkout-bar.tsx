import type { ReactNode } from 'react';
import { buttonStyle } from '#web/components/button-style.ts';

type CheckoutBarProps = { amount: string; what: ReactNode; action: string; target: string };

export function CheckoutBar({ amount, what, action, target }: CheckoutBarProps) {
  return (
    <div className="sticky bottom-(--tab-bar-height) z-10 -mx-4 flex items-center gap-4 border-line border-y bg-surface/94 px-4 py-2.5 backdrop-blur-[18px] desk:hidden">
      <p className="mr-auto min-w-0 text-13 leading-tight text-ink-2">
        <b className="block text-18 font-[750] tracking-[-0.02em] text-ink tabular-nums">{amount}</b>
        {what}
      </p>
      <a href={`#${target}`} className={`${buttonStyle('buy')} h-12!`}>
        {action}
      </a>
    </div>
  );
}
