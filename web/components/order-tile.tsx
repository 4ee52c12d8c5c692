import { i18n } from '#web/lib/i18n.ts';

type OrderTileProps = { order: number };

export function OrderTile({ order }: OrderTileProps) {
  return (
    <span className="grid min-h-12 min-w-11 flex-none content-center justify-items-center rounded-[8px] bg-white px-2 py-1 font-num text-28 leading-none font-semibold text-[#121217] shadow-[0_0_0_1px_var(--line)]">
      <small className="font-sans text-[.5rem] font-[650] text-[#52525c]">{i18n.t('Performance')}</small>
      {order}
    </span>
  );
}
