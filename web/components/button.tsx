import type { ComponentProps } from 'react';
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Working on it: stays in place and focusable, but takes no second click. */
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
