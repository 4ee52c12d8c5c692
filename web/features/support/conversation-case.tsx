import { Plus, UserRound, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { MAX_TAG_LENGTH, MAX_TAGS } from '#contract/endpoints/support.ts';
import type { InboxRow } from '#contract/entities/staff-rows.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PopupItem, PopupLine, PopupMenu } from '#web/components/popup-menu.tsx';
import { useUser } from '#web/lib/session.ts';
import { useAssign, useChangeTags, useDesk } from './inbox.query.ts';

/** A conversation's assignee and tags. */
export function ConversationCase({ conversation }: { conversation: InboxRow }) {
  const { id, assignee } = conversation;
  const { id: me } = useUser();
  const name = assignee?.id === me ? 'You' : assignee?.name;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-b px-4 py-1.5">
      <AssignMenu
        conversations={[id]}
        label={name ? `Assigned to ${name}` : 'Assign the conversation'}
        className={`${buttonStyle('line', 'small')} max-w-56`}
        trigger={name ?? 'Assign'}
      />
      <Tags key={id} conversation={conversation} />
    </div>
  );
}

type AssignMenuProps = {
  conversations: readonly number[];
  label?: string;
  className: string;
  trigger: string;
  onDone?: () => void;
};

export function AssignMenu({ conversations, label, className, trigger, onDone }: AssignMenuProps) {
  const { id: me } = useUser();
  const { staff } = useDesk();
  const assign = useAssign();
  const give = (assignee: number | null) =>
    assign.mutate({ conversations: [...conversations], assignee }, { onSuccess: onDone });
  return (
    <PopupMenu
      label={label}
      className={className}
      trigger={
        <>
          <UserRound size={16} strokeWidth={1.8} className="flex-none" />
          <span className="truncate">{trigger}</span>
        </>
      }
    >
      <PopupItem onClick={() => give(me)}>Me</PopupItem>
      <PopupItem onClick={() => give(null)}>Nobody</PopupItem>
      <PopupLine />
      {staff
        .filter((one) => one.id !== me)
        .map((one) => (
          <PopupItem key={one.id} onClick={() => give(one.id)}>
            {one.name}
          </PopupItem>
        ))}
    </PopupMenu>
  );
}

function Tags({ conversation: { id, tags } }: { conversation: InboxRow }) {
  const { tags: known } = useDesk();
  const change = useChangeTags(id);
  const [typed, setTyped] = useState('');
  const listId = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim().toLowerCase();
    setTyped('');
    if (tag && !tags.includes(tag)) change.mutate({ add: [tag] });
  };
  return (
    <>
      {tags.map((tag) => (
        <span
          key={tag}
          className="flex h-9 items-center rounded-full bg-sunk pl-3 text-13 font-semibold desk:h-7"
        >
          {tag}
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            onClick={() => change.mutate({ remove: [tag] })}
            className="grid h-full w-9 place-items-center text-ink-2 hover:text-ink desk:w-7"
          >
            <X size={14} />
          </button>
        </span>
      ))}
      {tags.length < MAX_TAGS && (
        <form onSubmit={add} className="flex items-center gap-1 text-ink-2">
          <Plus size={15} aria-hidden className="flex-none" />
          <input
            aria-label="Add a tag"
            placeholder="Add a tag"
            list={listId}
            value={typed}
            maxLength={MAX_TAG_LENGTH}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            className="h-11 w-28 bg-transparent text-16 text-ink desk:h-8 desk:text-13"
          />
          <datalist id={listId}>
            {known
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </form>
      )}
    </>
  );
}
