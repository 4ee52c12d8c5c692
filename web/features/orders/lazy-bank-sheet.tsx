import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLoadSoon } from '#web/lib/load-soon.ts';
import type { BankQuestion } from './use-bank.ts';

const load = () => import('./bank-sheet.tsx');
const BankSheet = lazyPart(load, 'BankSheet');

/** The bank's page is asked for only when the sheet is there, so its answer cannot come too early. */
export function LazyBankSheet({ question }: { question: BankQuestion | undefined }) {
  useLoadSoon(load);
  return (
    question && (
      <Suspense>
        <BankSheet question={question} />
      </Suspense>
    )
  );
}
