import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, Pin, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ListView, listViewEndpoints, MAX_VIEW_NAME } from '#contract/endpoints/list-views.ts';
import type { AnyList } from '#contract/lists/list.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { CheckField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { PopupItem, PopupLine, PopupMenu } from '#web/components/popup-menu.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import type { ListState } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';

const viewsQuery = apiQuery(['list-views'], listViewEndpoints.listViews);

type ViewsMenuProps<L extends AnyList> = { state: ListState<L>; isNarrow: boolean };

export function ViewsMenu<L extends AnyList>({ state, isNarrow }: ViewsMenuProps<L>) {
  const { list, search, showSearch } = state;
  const [isNaming, setIsNaming] = useState(false);
  const { data } = useQuery({ ...viewsQuery, staleTime: 5 * 60_000 });
  const views = data?.filter((view) => view.list === list.name);
  const { save, remove } = useChangeViews();
  useDefaultView(state, views);
  const shown = views?.find((view) => view.search === search);
  const put = (view: Omit<ListView, 'id'>) => save.mutate(view);
  const removeShown = (view: ListView) =>
    remove.mutate(view.id, {
      onSuccess: () => toast.undo(`View “${view.name}” deleted`, () => put(withoutId(view))),
    });
  return (
    <>
      <PopupMenu
        label={shown ? `View: ${shown.name}` : 'Views'}
        className={`${buttonStyle('line', 'small')} max-w-52 not-desk:w-11 not-desk:px-0 ${isNarrow ? 'w-11 px-0 desk:w-9' : ''}`}
        trigger={
          <>
            <Bookmark size={17} strokeWidth={1.8} className={`flex-none ${shown ? 'fill-current' : ''}`} />
            <span className={isNarrow ? 'sr-only' : 'truncate not-desk:hidden'}>
              {shown?.name ?? 'Views'}
            </span>
          </>
        }
      >
        {views?.map((view) => (
          <PopupItem
            key={view.id}
            icon={view === shown ? Check : Bookmark}
            onClick={() => showSearch(view.search)}
          >
            {view.name}
            {view.is_default && <span className="text-ink-2"> (default)</span>}
          </PopupItem>
        ))}
        {views?.length === 0 && (
          <p className="max-w-60 px-2.5 py-2 text-13 text-ink-2">
            Set filters and an order, then save them here under a name.
          </p>
        )}
        <PopupLine />
        {shown ? (
          <>
            <PopupItem icon={Pin} onClick={() => put({ ...withoutId(shown), is_default: !shown.is_default })}>
              {shown.is_default ? 'Don’t open with this view' : 'Open the list with this view'}
            </PopupItem>
            <PopupItem icon={Trash2} onClick={() => removeShown(shown)}>
              Delete this view
            </PopupItem>
          </>
        ) : (
          <PopupItem icon={Plus} disabled={search === ''} onClick={() => setIsNaming(true)}>
            Save this view…
          </PopupItem>
        )}
      </PopupMenu>
      {isNaming && (
        <NameView
          isBusy={save.isPending}
          failure={save.error ? messageOf(save.error) : undefined}
          onSave={(named) =>
            save.mutate({ list: list.name, search, ...named }, { onSuccess: () => setIsNaming(false) })
          }
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}

const withoutId = ({ id: _, ...view }: ListView) => view;

function useChangeViews() {
  const queryClient = useQueryClient();
  const onSuccess = (views: ListView[]) => queryClient.setQueryData(viewsQuery.queryKey, views);
  const save = useMutation({
    mutationFn: (body: Omit<ListView, 'id'>) => callApi(listViewEndpoints.saveView, { body }),
    onSuccess,
    onError: toast.failure,
  });
  const remove = useMutation({
    mutationFn: (id: number) => callApi(listViewEndpoints.deleteView, { params: { id } }),
    onSuccess,
    onError: toast.failure,
  });
  return { save, remove };
}

/** A list that is opened without filters, and not as part of something else, begins with its default view. */
function useDefaultView<L extends AnyList>(
  { search, scope, showSearch }: ListState<L>,
  views: readonly ListView[] | undefined,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!views || isDone.current) return;
    isDone.current = true;
    const isScoped = Object.values(scope).some((value) => value !== undefined);
    const first = views.find(({ is_default }) => is_default);
    if (first && search === '' && !isScoped) showSearch(first.search);
  });
}

type NameViewProps = {
  isBusy: boolean;
  failure: string | undefined;
  onSave: (named: { name: string; is_default: boolean }) => void;
  onClose: () => void;
};

function NameView({ isBusy, failure, onSave, onClose }: NameViewProps) {
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const submit = () => {
    setIsTried(true);
    if (name.trim()) onSave({ name: name.trim(), is_default: isDefault });
  };
  return (
    <FormSheet
      title="Save this view"
      description="Only you see it. A view of the same name is replaced."
      submitLabel="Save view"
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
        error={isTried && !name.trim() ? 'Give the view a name' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <CheckField checked={isDefault} onChange={({ target }) => setIsDefault(target.checked)}>
        Open the list with this view
      </CheckField>
    </FormSheet>
  );
}
