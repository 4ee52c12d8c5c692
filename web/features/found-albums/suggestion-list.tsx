import { CalendarDays, Plus } from 'lucide-react';
import { Spinner } from '#web/components/spinner.tsx';
import type { Choice, ChoiceGroup } from './suggestion-choices.ts';

type SuggestionListProps = {
  id: string;
  groups: readonly ChoiceGroup[];
  activeKey: string | undefined;
  savingKey: string | undefined;
  onChoose: (choice: Choice) => void;
};

export const choiceId = (listId: string, key: string) => `${listId}-${key.replace(/\W+/g, '-')}`;

export function SuggestionList({ id, groups, activeKey, savingKey, onChoose }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Teams and events" className="grid gap-4 pb-4">
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox; a fieldset cannot hold options
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="px-1 pb-1 text-15 font-bold tracking-[-0.01em]">
            {title}
          </p>
          {choices.map((choice) => {
            const Icon = choice.kind === 'event' ? CalendarDays : Plus;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (aria-activedescendant)
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
              <div
                key={choice.key}
                id={choiceId(id, choice.key)}
                role="option"
                aria-selected={choice.key === activeKey}
                onClick={() => onChoose(choice)}
                onPointerDown={(event) => event.preventDefault()}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-ctl px-3 py-2 text-15 hover:bg-sunk aria-selected:bg-sunk aria-selected:shadow-[inset_0_0_0_2px_var(--focus)]"
              >
                {choice.key === savingKey ? (
                  <Spinner />
                ) : (
                  <Icon aria-hidden size={18} strokeWidth={1.8} className="flex-none text-ink-2" />
                )}
                <span className="min-w-0 flex-1">{choice.label}</span>
                <span className="flex-none text-13 text-ink-2 tabular-nums">{choice.note}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
