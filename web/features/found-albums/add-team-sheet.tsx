import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Spinner } from '#web/components/button.tsx';
import { TextField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useSettledText } from '#web/lib/use-typed-search.ts';
import { SaveTeamError } from './team-results.tsx';
import {
  type Choice,
  type ChoiceGroup,
  groupChoices,
  teamSuggestionsQuery,
  useSaveTeamSearch,
} from './team-searches.ts';

const NO_SUGGESTIONS = { teams: [], events: [] };

export function AddTeamSheet({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const q = useSettledText(typed.trim());
  const { data = NO_SUGGESTIONS, isPending, error } = useQuery(teamSuggestionsQuery(q));
  const groups = useMemo(() => groupChoices(data), [data]);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find(({ key }) => key === activeKey);
  const save = useSaveTeamSearch(onClose);

  const choose = (choice: Choice) => {
    if (choice.kind === 'event') void navigate({ to: paths.event(choice.event.id) });
    else save.mutate(choice.search);
  };

  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && active) choose(active);
    else if (step && choices.length > 0) {
      const from = choices.findIndex(({ key }) => key === activeKey);
      const start = from < 0 && step < 0 ? 0 : from;
      const next = choices[(start + step + choices.length) % choices.length];
      setActiveKey(next?.key);
      if (next) document.getElementById(choiceId(listId, next.key))?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };

  const saved = save.variables;
  const saving = choices.find((choice) => choice.kind === 'team' && choice.search === saved);
  return (
    <Sheet
      title={i18n.t('New Team/Event Search')}
      description={i18n.t('Follow a team to see its photos first, or go to an event.')}
      onClose={onClose}
    >
      <div className="grid min-h-[min(60dvh,480px)] content-start gap-5">
        <TextField
          label={i18n.t('Program, team, division or event')}
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && choiceId(listId, active.key)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={handleKey}
        />
        <SaveTeamError error={save.error} />
        <ErrorNotice error={error} />
        <SuggestionList
          id={listId}
          groups={groups}
          activeKey={active?.key}
          savingKey={save.isPending ? saving?.key : undefined}
          onChoose={choose}
        />
        <p role="status" className="-mt-5 text-15 text-ink-2">
          {!isPending && !error && choices.length === 0 && i18n.t('No match. Try fewer letters.')}
        </p>
      </div>
    </Sheet>
  );
}

type SuggestionListProps = {
  id: string;
  groups: readonly ChoiceGroup[];
  activeKey: string | undefined;
  savingKey: string | undefined;
  onChoose: (choice: Choice) => void;
};

const choiceId = (listId: string, key: string) => `${listId}-${key.replace(/\W+/g, '-')}`;

function SuggestionList({ id, groups, activeKey, savingKey, onChoose }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label={i18n.t('Teams and events')} className="grid gap-4 pb-4">
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
                  <Icon size={18} strokeWidth={1.8} className="flex-none text-ink-2" />
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
