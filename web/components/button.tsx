import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Shown before the words, unless the button is busy. */
  icon?: LucideIcon;
  /** Keeps the button focusable while it works, and ignores further clicks. */
  isBusy?: boolean;
};

export function Button({
  kind,
  size,
  icon: Icon,
  isBusy = false,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonStyle(kind, size)} ${className}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {isBusy ? (
        <Spinner />
      ) : (
        Icon && <Icon size={size === 'small' ? 17 : 20} strokeWidth={1.8} className="flex-none" />
      )}
      {children}
    </button>
  );
}

// Buttons and links that look like buttons share these classes.

export type ButtonKind = 'ink' | 'buy' | 'line' | 'ghost' | 'bad';
type ButtonSize = 'regular' | 'small' | 'icon';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-full font-[650] tracking-[-0.005em] whitespace-nowrap no-underline transition-[background-color,transform,opacity] duration-(--d1) active:scale-[.98] disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-3 disabled:shadow-none aria-disabled:cursor-not-allowed';

const KIND: Record<ButtonKind, string> = {
  ink: 'bg-ink text-bg hover:bg-ink/88',
  buy: 'bg-spot text-spot-ink hover:bg-spot-hover',
  line: 'text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-sunk',
  ghost: 'text-ink hover:bg-sunk',
  bad: 'text-bad shadow-[inset_0_0_0_1px_currentColor] hover:bg-bad-bg',
};

const SIZE: Record<ButtonSize, string> = {
  regular: 'h-11 px-[18px] text-15',
  small: 'h-11 px-[14px] text-14 desk:h-9',
  icon: 'size-11',
};

export function buttonStyle(kind: ButtonKind = 'ink', size: ButtonSize = 'regular'): string {
  return `${BASE} ${KIND[kind]} ${SIZE[size]}`;
}

/** For labels that need two lines on a phone with enlarged text. */
export const TWO_LINES = 'h-auto! min-h-11 py-1 whitespace-normal!';

export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-[1.1em] flex-none animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  );
}
