import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { RouterHistory } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatMoment } from '#web/lib/formats.ts';
import { useRouter } from '#web/lib/navigation.tsx';
import { readSession, useUser } from '#web/lib/session.ts';
import type { Unsaved } from '#web/lib/use-contract-form.ts';
import type { ConflictItem } from '#web/lib/use-saved-form.ts';
import { Button, buttonStyle } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type Guarded = {
  unsaved: Unsaved;
  /** A form of something new has none. */
  conflict?: Conflict;
};

type SaveGuardProps = {
  /** The result of `useSavedForm` or `useFormMutation`. */
  save: Guarded;
  /** Any change of the address closes a sheet, so it asks first; the form of a page stays open between sections of the page. */
  isSheet?: boolean;
};

/** Asks before unsaved changes are left behind, and what to keep where a colleague changed the same. */
export function SaveGuard({ save, isSheet = false }: SaveGuardProps) {
  const { conflict } = save;
  return (
    <>
      <LeavingGuard {...save.unsaved} isSheet={isSheet} />
      {conflict && conflict.items.length > 0 && <ConflictDialog {...conflict} />}
    </>
  );
}

type Decide = (mayLeave: boolean) => void;

function LeavingGuard({ isUnsaved, isSaved, isSheet }: Unsaved & { isSheet: boolean }) {
  const history: RouterHistory = useRouter().history;
  const [decide, setDecide] = useState<Decide>();
  useEffect(() => {
    if (!isUnsaved) return;
    isSaved.current = false;
    return history.block({
      enableBeforeUnload: () => !isSaved.current,
      blockerFn: ({ currentLocation: current, nextLocation: next }) => {
        const isHere = !isSheet && current.pathname === next.pathname;
        if (isSaved.current || isHere || !readSession().isLoggedIn) return false;
        return new Promise<boolean>((resolve) => {
          const settle: Decide = (mayLeave) => {
            setDecide(undefined);
            resolve(!mayLeave);
          };
          setDecide(() => settle);
        });
      },
    });
  }, [history, isUnsaved, isSaved, isSheet]);
  return decide ? <LeaveDialog onLeave={() => decide(true)} onStay={() => decide(false)} /> : null;
}

export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      sentence="Your changes will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}

type Conflict = {
  items: readonly ConflictItem[];
  keepMine: () => void;
  keepTheirs: () => void;
  /** Goes back to the form, which has both people's changes of other fields by now. */
  close: () => void;
};

function ConflictDialog({ items, keepMine, keepTheirs, close }: Conflict) {
  const me = useUser();
  const nameOf = ({ by }: ConflictItem) => (by === me.name ? 'You' : (by ?? 'The site'));
  const names = [...new Set(items.map(nameOf))];
  const isOnlyMe = names.every((name) => name === 'You');
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="sheet-backdrop fixed inset-0 z-50 bg-[rgb(6_6_10/.55)]"
        />
        <AlertDialog.Popup className="sheet fixed top-1/2 left-1/2 z-50 flex max-h-[88dvh] w-[min(560px,calc(100vw-32px))] -translate-1/2 flex-col gap-4 rounded-sheet bg-surface p-6 text-ink shadow-3 ring-1 ring-line">
          <header className="flex items-start gap-4">
            <div className="grid flex-1 gap-1.5">
              <AlertDialog.Title className="text-18 font-[750] tracking-[-0.02em]">
                {names.join(' and ')} also changed this{names[0] === 'You' && ' in another window'}
              </AlertDialog.Title>
              <AlertDialog.Description className="text-15 text-ink-2">
                Your changes aren’t saved yet. Choose which version stays.
              </AlertDialog.Description>
            </div>
            <AlertDialog.Close
              className={`${buttonStyle('ghost', 'icon')} -mt-2.5 -mr-2.5`}
              aria-label="Back"
            >
              <X size={22} strokeWidth={1.8} />
            </AlertDialog.Close>
          </header>
          <ul className="-mx-2 grid min-h-0 gap-3 overflow-y-auto px-2">
            {items.map((item) => (
              <li key={item.name} className="grid gap-2 rounded-card border border-line p-3">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="text-15 font-[650]">{item.label}</span>
                  <span className="text-13 text-ink-2">{formatMoment(item.at)}</span>
                </p>
                <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
                  <Side title={isOnlyMe ? 'This window' : 'Yours'}>{item.mine}</Side>
                  <Side title={isOnlyMe ? 'Other window' : nameOf(item)}>{item.theirs}</Side>
                </dl>
              </li>
            ))}
          </ul>
          <div className="flex justify-end gap-2 *:flex-1 sm:*:flex-none">
            <Button kind="line" onClick={keepTheirs}>
              {isOnlyMe ? 'Keep other' : 'Keep theirs'}
            </Button>
            <Button onClick={keepMine}>{isOnlyMe ? 'Keep this' : 'Keep mine'}</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-ctl bg-sunk px-3 py-2">
      <dt className="text-13 text-ink-2">{title}</dt>
      <dd className="line-clamp-6 text-15 wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
