const BASE =
  'relative inline-flex h-11 flex-none items-center gap-1.5 rounded-full px-3 text-13 font-semibold whitespace-nowrap desk:h-8';

export const CHIP = `${BASE} border border-edge text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-focus`;
export const CHIP_ON = `${BASE} bg-ink text-bg`;
/** The choice lies over its chip, invisible: the chip is what one sees, the system's own list what opens. */
export const CHIP_SELECT = 'absolute inset-0 cursor-pointer opacity-0';
