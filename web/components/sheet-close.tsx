import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { type ButtonKind, buttonStyle } from './button-style.ts';

type SheetCloseProps = { kind?: ButtonKind; onClick?: () => void; children: ReactNode };

export function SheetClose({ kind, onClick, children }: SheetCloseProps) {
  return (
    <Dialog.Close onClick={onClick} className={buttonStyle(kind)}>
      {children}
    </Dialog.Close>
  );
}
