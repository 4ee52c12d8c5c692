import type { ComponentProps } from 'react';
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Keeps the button focusable while it works, and ignores further clicks. */
  isBusy?: boolean;
};

export function Button({
  kind,
  size,
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
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
