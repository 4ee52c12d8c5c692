const HINTS = [
  { keys: ['←', '→'], act: 'browse' },
  { keys: ['F'], act: 'favorite' },
  { keys: ['Z'], act: 'zoom' },
  { keys: ['Esc'], act: 'close' },
];

export function LightboxKeys() {
  return (
    <ul className="pointer-events-none absolute right-6 bottom-4 z-1 hidden gap-3.5 rounded-full bg-[rgb(12_12_15/.6)] px-3.5 py-1.5 text-13 text-ink-2 desk:flex">
      {HINTS.map(({ keys, act }) => (
        <li key={act} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <kbd key={key} className="rounded-[5px] border border-edge px-1.5 font-sans text-12 font-[650]">
              {key}
            </kbd>
          ))}
          {act}
        </li>
      ))}
    </ul>
  );
}
