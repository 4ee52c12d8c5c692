import type { ComponentProps, ReactNode } from 'react';

type RadioCardProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode };

export function RadioCard({ children, ...input }: RadioCardProps) {
  return (
    <label className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-ctl border border-line px-4 py-3 text-15 has-checked:border-ink has-checked:bg-sunk has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input {...input} type="radio" className="size-5 flex-none accent-ink" />
      {children}
    </label>
  );
}
