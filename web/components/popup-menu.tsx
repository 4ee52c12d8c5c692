import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

export const POPUP =
  'max-h-(--available-height) max-w-[min(360px,calc(100vw-24px))] min-w-44 overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-3';
export const POPUP_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-ctl px-2.5 text-14 outline-none select-none data-[disabled]:cursor-default data-[disabled]:text-ink-3 data-[highlighted]:bg-sunk desk:min-h-9';

type PopupMenuProps = {
  /** The name of the button for screen readers, where it shows an icon alone. */
  label?: string | undefined;
  trigger: ReactNode;
  className: string;
  /** The element that gets the focus when the menu closes; the button by default. */
  focusAfter?: RefObject<HTMLElement | null>;
  /** For a menu that something else can also open. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

export function PopupMenu(props: PopupMenuProps) {
  const { label, trigger, className, focusAfter, isOpen, onOpenChange, children } = props;
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Menu.Trigger aria-label={label} className={className}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} collisionPadding={12} className="z-60">
          <Menu.Popup finalFocus={focusAfter} className={POPUP}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type PopupItemProps = {
  icon?: LucideIcon;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function PopupItem({ icon: Icon, disabled = false, onClick, children }: PopupItemProps) {
  return (
    <Menu.Item disabled={disabled} onClick={onClick} className={POPUP_ITEM}>
      {Icon && <Icon size={17} strokeWidth={1.8} className="flex-none text-ink-2" />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Menu.Item>
  );
}

export function PopupLine() {
  return <Menu.Separator className="my-1.5 border-line border-t" />;
}
