import { type ComponentProps, type ReactNode, useId } from 'react';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode; error?: string };

export function CheckField({ children, error, ...input }: CheckFieldProps) {
  const errorId = useId();
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-15">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="size-5 flex-none accent-ink"
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode };

export function RadioCard({ children, ...input }: RadioCardProps) {
  return (
    <label className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-ctl border border-line px-4 py-3 text-15 has-checked:border-ink has-checked:bg-sunk has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input {...input} type="radio" className="size-5 flex-none accent-ink" />
      {children}
    </label>
  );
}
