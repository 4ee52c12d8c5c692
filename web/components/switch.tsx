import type { ComponentProps } from 'react';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'>;

/** A native checkbox keeps the keyboard behavior; the 44 px square around it takes the tap. */
export function Switch(props: SwitchProps) {
  return (
    <span className="relative inline-grid size-11 place-items-center">
      <input
        {...props}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className="peer absolute inset-0 z-10 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="pointer-events-none h-[26px] w-11 rounded-full bg-edge p-[3px] transition-colors duration-(--d2) after:block after:size-5 after:rounded-full after:bg-white after:shadow-[0_1px_2px_rgb(0_0_0/.3)] after:transition-transform after:duration-(--d2) peer-checked:bg-ink peer-checked:after:translate-x-[18px] peer-checked:after:bg-bg peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 peer-disabled:bg-line peer-disabled:after:bg-ink-3 peer-disabled:after:opacity-60"
      />
    </span>
  );
}
