import { useMutation } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { type CannedReply, cannedReply, supportEndpoints } from '#contract/endpoints/support.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { PopupItem, PopupLine, PopupMenu } from '#web/components/popup-menu.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { refreshInbox } from './inbox.query.ts';

type RepliesMenuProps = {
  replies: readonly CannedReply[];
  isOpen: boolean;
  field: RefObject<HTMLElement | null>;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (reply: CannedReply) => void;
};

/** Replies are found by typing the beginning of their title. */
export function RepliesMenu({ replies, isOpen, field, onOpenChange, onPick }: RepliesMenuProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <PopupMenu
        label="Canned replies"
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        focusAfter={field}
        className={`${buttonStyle('ghost', 'icon')} flex-none`}
        trigger={<MessageSquareText size={22} strokeWidth={1.8} />}
      >
        {replies.map((reply) => (
          <PopupItem key={reply.id} onClick={() => onPick(reply)}>
            {reply.title}
          </PopupItem>
        ))}
        {replies.length > 0 && <PopupLine />}
        <PopupItem icon={replies.length > 0 ? Pencil : Plus} onClick={() => setIsEditing(true)}>
          {replies.length > 0 ? 'Edit replies…' : 'Write the first reply…'}
        </PopupItem>
      </PopupMenu>
      {isEditing && <RepliesSheet replies={replies} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function RepliesSheet({ replies, onClose }: { replies: readonly CannedReply[]; onClose: () => void }) {
  const [edited, setEdited] = useState<CannedReply | 'new'>();
  const add = useMutation({
    mutationFn: ({ title, text }: CannedReply) =>
      callApi(supportEndpoints.addReply, { body: { title, text } }),
    onError: toast.failure,
    onSettled: refreshInbox,
  });
  const remove = useMutation({
    mutationFn: ({ id }: CannedReply) => callApi(supportEndpoints.deleteReply, { params: { id } }),
    onSuccess: async (_, reply) => {
      await refreshInbox();
      toast.undo(`“${reply.title}” deleted`, () => add.mutate(reply));
    },
    onError: toast.failure,
  });
  if (edited)
    return <ReplyForm reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />;
  return (
    <Sheet
      title="Canned replies"
      description="Everyone who answers customers can use them. Press / in an empty answer to insert one."
      onClose={onClose}
      footer={
        <Button icon={Plus} onClick={() => setEdited('new')}>
          New reply
        </Button>
      }
    >
      {replies.length === 0 && (
        <EmptyState title="No replies yet" sentence="Save the answers you type most often." />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {replies.map((reply) => (
          <li key={reply.id} className="flex items-center gap-1 py-2">
            <span className="grid min-w-0 flex-1">
              <b className="truncate text-15">{reply.title}</b>
              <span className="truncate text-13 text-ink-2">{reply.text}</span>
            </span>
            <Button
              kind="ghost"
              size="icon"
              icon={Pencil}
              aria-label={`Edit “${reply.title}”`}
              onClick={() => setEdited(reply)}
            />
            <Button
              kind="ghost"
              size="icon"
              icon={Trash2}
              aria-label={`Delete “${reply.title}”`}
              isBusy={remove.isPending}
              onClick={() => remove.mutate(reply)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

type ReplyFormProps = {
  reply: CannedReply | undefined;
  onClose: () => void;
};

function ReplyForm({ reply, onClose }: ReplyFormProps) {
  const { form, save } = useSavedForm({
    schema: cannedReply,
    saved: reply,
    toValues: (read) => ({ title: read?.title ?? '', text: read?.text ?? '' }),
    send: ({ body, changes, version }) =>
      reply
        ? callApi(supportEndpoints.changeReply, { params: { id: reply.id }, body: { ...changes, version } })
        : callApi(supportEndpoints.addReply, { body }),
    reload: async () => (await callApi(supportEndpoints.getDesk)).replies.find(({ id }) => id === reply?.id),
    onSaved: async () => {
      await refreshInbox();
      onClose();
    },
  });
  return (
    <FormSheet
      title={reply ? 'Edit reply' : 'New reply'}
      submitLabel="Save reply"
      guard={save}
      onClose={onClose}
    >
      <TextField {...fieldProps(form, 'title')} label="Title" autoComplete="off" />
      <TextAreaField
        {...fieldProps(form, 'text')}
        label="Reply"
        rows={8}
        hint="{name} becomes the customer’s first name and {order} the number of their latest order."
      />
    </FormSheet>
  );
}

const VARIABLE = /\{(name|order)\}/;

/** A variable that nothing is known for stays, and `unfilledIn` keeps it from being sent. */
export function fillReply(
  text: string,
  { name, order }: { name?: string | undefined; order?: number | undefined },
) {
  const firstName = name?.trim().split(/\s+/)[0];
  return text
    .replaceAll('{name}', firstName || 'there')
    .replaceAll('{order}', order === undefined ? '{order}' : String(order));
}

/** Returns the first variable that somebody still has to replace. */
export const unfilledIn = (text: string): string | undefined => VARIABLE.exec(text)?.[0];
