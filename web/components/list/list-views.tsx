import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, Pin, Plus, Save, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ListView, listViewEndpoints, MAX_VIEW_NAME, viewName } from '#contract/endpoints/list-views.ts';
import type { AnyList } from '#contract/lists/list.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { CheckField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { PopupItem, PopupLine, PopupMenu } from '#web/components/popup-menu.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import type { ListState } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';

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
  const changed = useChangedView(views, shown, search);
  const name = shown?.name ?? (changed && `${changed.name} (changed)`) ?? 'Views';
  const put = (view: Omit<ListView, 'id'>) => save.mutate(view);
  const removeShown = (view: ListView) =>
    remove.mutate(view.id, {
      onSuccess: () => toast.undo(`View “${view.name}” deleted`, () => put(withoutId(view))),
    });
  return (
    <>
      <PopupMenu
        label={shown || changed ? `View: ${name}` : name}
        className={`${buttonStyle('line', 'small')} max-w-52 not-desk:w-11 not-desk:px-0 ${isNarrow ? 'w-11 px-0 desk:w-9' : ''}`}
        trigger={
          <>
            <Bookmark size={17} strokeWidth={1.8} className={`flex-none ${shown ? 'fill-current' : ''}`} />
            <span className={isNarrow ? 'sr-only' : 'truncate not-desk:hidden'}>{name}</span>
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
          <>
            {changed && (
              <>
                <PopupItem icon={Save} onClick={() => put({ ...withoutId(changed), search })}>
                  Update “{changed.name}”
                </PopupItem>
                <PopupItem icon={Undo2} onClick={() => showSearch(changed.search)}>
                  Reset to “{changed.name}”
                </PopupItem>
              </>
            )}
            <PopupItem icon={Plus} disabled={search === ''} onClick={() => setIsNaming(true)}>
              {changed ? 'Save as a new view…' : 'Save this view…'}
            </PopupItem>
          </>
        )}
      </PopupMenu>
      {isNaming && (
        <NameView
          send={(named) => save.mutateAsync({ list: list.name, search, ...named })}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}

/** The view that was shown last, while other filters or another order are set. Clearing everything leaves it. */
function useChangedView(
  views: readonly ListView[] | undefined,
  shown: ListView | undefined,
  search: string,
): ListView | undefined {
  const [last, setLast] = useState<number>();
  const next = search === '' && !shown ? undefined : (shown?.id ?? last);
  if (views && next !== last) setLast(next);
  return shown ? undefined : views?.find(({ id }) => id === next);
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
  send: (named: { name: string; is_default: boolean }) => Promise<unknown>;
  onClose: () => void;
};

function NameView({ send, onClose }: NameViewProps) {
  const form = useContractForm({
    schema: viewName,
    defaultValues: { name: '', is_default: false },
  });
  const save = useFormMutation(form, { send, onSuccess: onClose });
  return (
    <FormSheet
      title="Save this view"
      description="Only you see it. A view of the same name is replaced."
      submitLabel="Save view"
      guard={save}
      onClose={onClose}
    >
      <TextField {...fieldProps(form, 'name')} label="Name" maxLength={MAX_VIEW_NAME} autoComplete="off" />
      <CheckField {...form.register('is_default')}>Open the list with this view</CheckField>
    </FormSheet>
  );
}
