import type { ReactNode } from 'react';
import { Link } from '#web/lib/router/link.tsx';
import type { MenuEntry } from './menu.ts';

export const MENU_ROW =
  'flex h-[52px] w-full items-center gap-3.5 rounded-ctl px-3 text-16 font-semibold hover:bg-sunk aria-[current]:bg-sunk';

type MenuRowProps = { entry: MenuEntry; onOpen: () => void; children?: ReactNode };

export function MenuRow({ entry: { path, label, icon: Icon }, onOpen, children }: MenuRowProps) {
  return (
    <li>
      <Link to={path} current="page" onClick={onOpen} className={MENU_ROW}>
        <Icon aria-hidden size={22} strokeWidth={1.8} className="text-ink-2" />
        {label}
        {children}
      </Link>
    </li>
  );
}
