import { i18n } from '#web/lib/i18n.ts';

type OrderTileProps = { order: number };

export function OrderTile({ order }: OrderTileProps) {
  return (
    <span className="grid h-12 min-w-11 flex-none content-center justify-items-center rounded-[8px] bg-white px-2 font-num text-28 leading-none font-semibold text-[#121217] shadow-[0_0_0_1px_var(--line)]">
      <span className="sr-only">{i18n.t('Performance')} </span>
      {order}
    </span>
  );
}
