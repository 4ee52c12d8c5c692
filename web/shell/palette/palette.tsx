import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { staffSearchEndpoints } from '#contract/endpoints/overview.ts';
import { apiQuery } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';
import { useLocation, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { closePalette } from '#web/lib/shell-state.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';
import { queuesQuery } from '#web/shell/queues.tsx';
import {
  type Command,
  type CommandSection,
  commandsAt,
  foundSections,
  matchCommands,
  readTyped,
  verbSection,
} from './commands.ts';
import { PaletteList } from './palette-list.tsx';
import { readRecent, rememberCommand } from './recent.ts';

const PAUSE_MS = 80;

function useSections(text: string) {
  const user = useUser();
  const { pathname } = useLocation();
  const { data: queues } = useQuery(queuesQuery);
  const { verb, q: wanted } = readTyped(user, text);
  const q = useSettledText(wanted, PAUSE_MS);
  const search = useQuery({
    ...apiQuery(['admin', 'search', q], staffSearchEndpoints.searchAsStaff, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const commands = commandsAt({ user, pathname, queues });
  const isSearching = wanted !== '' && (wanted !== q || search.isFetching);
  const found = wanted === '' ? [] : (search.data?.found ?? []);
  const sections: CommandSection[] =
    text === ''
      ? [
          { name: 'Recent', commands: readRecent(user.id) },
          ...commands.filter(({ name }) => name !== 'Settings'),
        ]
      : verb
        ? [verbSection(verb, found)]
        : [...matchCommands(commands, wanted), ...foundSections(found)];
  return {
    sections: sections.filter((section) => section.commands.length > 0),
    isSearching,
    error: text === '' ? null : search.error,
  };
}

/** Finds albums, events, users, orders, pages, settings and actions. It opens when it is mounted. */
export function Palette() {
  const user = useUser();
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [walked, setWalked] = useState(0);
  const { sections, isSearching, error } = useSections(typed.trim());
  const commands = sections.flatMap((section) => section.commands);
  const active = Math.min(walked, commands.length - 1);
  const run = (command: Command) => {
    if (command.fill) {
      setTyped(command.fill);
      setWalked(0);
      input.current?.focus();
      return;
    }
    rememberCommand(user.id, command);
    closePalette();
    const { to, search = {}, hash } = command;
    void navigate({ to, search, ...(hash && { hash }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = commands.length - 1;
    const places: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    const command = commands[active];
    if (place !== undefined) setWalked(Math.max(0, place));
    else if (event.key === 'Enter' && command && !event.nativeEvent.isComposing) run(command);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closePalette()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(6_6_10/.55)]" />
        <Dialog.Popup
          initialFocus={input}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[calc(100dvh-24px)] max-w-[600px] flex-col overflow-hidden rounded-sheet bg-surface text-ink shadow-3 desk:top-[10dvh] desk:max-h-[70dvh]"
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b pr-2 pl-4">
            <Search size={20} strokeWidth={1.8} className="flex-none text-ink-2" />
            <input
              ref={input}
              role="combobox"
              aria-label="Team, order, customer or command"
              aria-expanded={commands.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={commands[active] ? `${listId}-${active}` : undefined}
              placeholder="Team, order, customer or command"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setWalked(0);
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-3"
            />
            <Dialog.Close className="min-h-11 flex-none rounded-full px-3 text-14 font-bold hover:bg-sunk">
              Esc<span className="sr-only">, close</span>
            </Dialog.Close>
          </div>
          <PaletteList listId={listId} sections={sections} active={active} onWalk={setWalked} onRun={run} />
          {commands.length === 0 && (
            <p className="px-5 py-8 text-center text-15 text-ink-2">
              {error ? messageOf(error) : isSearching ? 'Searching' : `Nothing found for “${typed.trim()}”.`}
            </p>
          )}
          <p aria-live="polite" className="sr-only">
            {isSearching ? '' : countOf(commands.length, 'result')}
          </p>
          <p
            aria-hidden
            className="flex gap-4 border-line border-t px-5 py-2.5 text-12 text-ink-2 not-desk:hidden"
          >
            <span>
              <kbd className="font-bold text-ink">↑ ↓</kbd> move
            </span>
            <span>
              <kbd className="font-bold text-ink">↵</kbd> open
            </span>
            <span>
              <kbd className="font-bold text-ink">Esc</kbd> close
            </span>
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
