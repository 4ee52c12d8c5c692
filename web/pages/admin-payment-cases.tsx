import { PaymentCases } from '#web/features/reports/payment-cases.tsx';

export function AdminPaymentCasesPage() {
  return (
    <div className="relative grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-line border-b px-4 py-2 desk:px-5">
        <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
          Payment cases
        </h1>
        <p className="text-13 text-ink-2">Money that is unfinished, owed or disputed, the oldest first.</p>
      </header>
      <PaymentCases />
    </div>
  );
}
