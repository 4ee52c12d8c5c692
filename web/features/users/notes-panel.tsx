import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { newUserNote, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { CONTROL, Form } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useContractForm, useUnsaved } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { Nothing, Panel } from './panel.tsx';
import { userNotesQuery } from './users.query.ts';

const MAX_NOTE = 2_000;

export function NotesPanel({ userId }: { userId: number }) {
  const answer = useQuery(userNotesQuery(userId));
  const form = useContractForm({ schema: newUserNote, defaultValues: { text: '' } });
  const guard = useUnsaved(form.formState.isDirty);
  const add = useStaffAction((body: { text: string }) =>
    callApi(userAdministrationEndpoints.addUserNote, { params: { id: userId }, body }),
  );
  const mayChange = userCan(useUser(), 'change_customers');
  const remove = useStaffAction(
    (id: number) => callApi(userAdministrationEndpoints.deleteUserNote, { params: { id } }),
    () => toast('Note deleted'),
  );
  const { ask, question } = useConfirmed(remove, () => ({
    title: 'Delete this note?',
    sentence: 'Your colleagues lose it too, and it can’t be brought back.',
    confirmLabel: 'Delete note',
  }));
  return (
    <Panel title="Notes" answer={answer}>
      {(notes) => (
        <>
          {mayChange && (
            <Form
              className="grid gap-2 p-4"
              onSubmit={form.handleSubmit((body) =>
                add.mutate(body, { onSuccess: () => form.reset({ text: '' }, { keepDirtyValues: false }) }),
              )}
            >
              <textarea
                {...form.register('text')}
                aria-label="New note"
                placeholder="Visible to staff only"
                maxLength={MAX_NOTE}
                className={`${CONTROL} h-20! py-2.5 text-14!`}
              />
              <Button
                type="submit"
                kind="line"
                size="small"
                className="justify-self-start"
                isBusy={add.isPending}
              >
                Add note
              </Button>
              <SaveGuard save={guard} />
            </Form>
          )}
          {!mayChange && notes.length === 0 && <Nothing>No notes yet.</Nothing>}
          <ul aria-label="Notes" className="grid">
            {notes.map((note) => (
              <li key={note.id} className="flex gap-2 border-line border-t px-4 py-3 text-14">
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <span className="break-words whitespace-pre-line">{note.text}</span>
                  <span className="text-12 text-ink-2">
                    {note.author.name}, <time dateTime={note.created_at}>{formatAge(note.created_at)}</time>
                  </span>
                </span>
                {mayChange && note.can_delete && (
                  <Button
                    kind="ghost"
                    size="icon"
                    className="-mt-2 -mr-3 flex-none"
                    aria-label="Delete note"
                    onClick={() => ask(note.id)}
                  >
                    <X size={16} />
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {question}
        </>
      )}
    </Panel>
  );
}
