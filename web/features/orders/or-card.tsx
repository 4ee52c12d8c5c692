export function OrCard() {
  return (
    <p className="flex items-center gap-3 text-13 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or pay with a card
    </p>
  );
}
