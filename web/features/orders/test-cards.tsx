import { formatCardNumber, type TypedCard } from './sandbox-card.ts';

const TEST_CARDS = [
  { does: 'Succeeds', number: '4242424242424242' },
  { does: 'Asks the bank (3-D Secure)', number: '4000000000003220' },
  { does: 'Is declined', number: '4000000000000002' },
  { does: 'Has insufficient funds', number: '4000000000009995' },
];

const laterExpiry = () => `12 / ${String((new Date().getFullYear() + 4) % 100).padStart(2, '0')}`;

export function TestCards({ onChoose }: { onChoose: (card: TypedCard) => void }) {
  return (
    <details className="rounded-ctl bg-sunk text-14">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-[650]">Use a test card</summary>
      <ul className="grid gap-0.5 px-2 pb-2">
        {TEST_CARDS.map(({ does, number }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() =>
                onChoose({ number: formatCardNumber(number), expiry: laterExpiry(), cvc: '123' })
              }
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-tile px-2 text-left hover:bg-surface"
            >
              <span className="font-[650]">{does}</span>
              <span className="text-ink-2 tabular-nums">{formatCardNumber(number)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
