import { COMMAND_ICONS, type Command, type CommandSection } from './commands.ts';

type PaletteListProps = {
  listId: string;
  sections: readonly CommandSection[];
  active: number;
  onWalk: (index: number) => void;
  onRun: (command: Command) => void;
};

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

export function PaletteList({ listId, sections, active, onWalk, onRun }: PaletteListProps) {
  const firstOf = sections.map((_, at) =>
    sections.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className={`min-h-0 overflow-y-auto px-2 ${sections.length > 0 ? 'py-2' : ''}`}
    >
      {sections.map(({ name, commands }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, not form fields
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <p id={`${listId}-${name}`} className="px-3 pt-2 pb-1 text-12 font-semibold text-ink-2">
            {name}
          </p>
          {commands.map((command, position) => {
            const index = (firstOf[at] ?? 0) + position;
            const Icon = COMMAND_ICONS[command.kind];
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox takes the keys
              <div
                key={`${name} ${command.key}`}
                id={`${listId}-${index}`}
                ref={index === active ? showOption : undefined}
                role="option"
                aria-selected={index === active}
                onMouseMove={() => index !== active && onWalk(index)}
                onClick={() => onRun(command)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-ctl px-3 py-1.5 aria-selected:bg-spot-wash"
              >
                <Icon size={18} strokeWidth={1.8} className="flex-none text-ink-2" />
                <span className="grid min-w-0 flex-1 desk:flex desk:items-baseline desk:justify-between desk:gap-3">
                  <span className="truncate text-15 font-[650]">{command.title}</span>
                  {command.detail && <span className="truncate text-13 text-ink-2">{command.detail}</span>}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
