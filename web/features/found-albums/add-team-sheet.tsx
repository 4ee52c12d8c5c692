import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSettledText } from '#web/lib/use-settled-text.ts';
import { type Choice, groupChoices } from './suggestion-choices.ts';
import { choiceId, SuggestionList } from './suggestion-list.tsx';
import { teamSuggestionsQuery } from './team-suggestions.query.ts';
import { useSaveTeamSearch } from './use-team-searches.ts';

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
      title="New Team/Event Search"
      description="Follow a team to get its albums, or go to an event."
      onClose={onClose}
    >
      <div className="grid min-h-[min(60dvh,480px)] content-start gap-5">
        <TextField
          label="Program, team, division or event"
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
        {save.error && <Notice tone="bad">{messageOf(save.error)}</Notice>}
        {error && <Notice tone="bad">{messageOf(error)}</Notice>}
        <SuggestionList
          id={listId}
          groups={groups}
          activeKey={active?.key}
          savingKey={save.isPending ? saving?.key : undefined}
          onChoose={choose}
        />
        <p role="status" className="-mt-5 text-15 text-ink-2">
          {!isPending && !error && choices.length === 0 && 'Nothing found. Try a shorter word.'}
        </p>
      </div>
    </Sheet>
  );
}
