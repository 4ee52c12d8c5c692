import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type PriceList, priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay } from '#web/lib/formats.ts';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { asPriceForm, PriceFields } from './price-fields.tsx';
import { describePrices, priceListForm, toPriceList, toPriceValues } from './price-values.ts';
import { priceListsQuery } from './staff-catalogue.query.ts';

export function PriceLists() {
  const query = useQuery(priceListsQuery);
  const [open, setOpen] = useState<PriceList | 'new'>();
  const [asked, setAsked] = useState<PriceList>();
  return (
    <div className="grid max-w-[880px] gap-4">
      <Button icon={Plus} className="justify-self-start" onClick={() => setOpen('new')}>
        New price list
      </Button>
      <QueryState
        query={query}
        loading={<Skeleton label="Loading price lists" className="h-64" />}
        empty={
          <EmptyState
            title="No price lists yet"
            sentence="Save the prices you use most under a name, and new events can start from them."
          />
        }
      >
        {(lists) => (
          <ul aria-label="Price lists" className="grid gap-3">
            {lists.map((list) => (
              <PriceListRow
                key={list.id}
                list={list}
                onEdit={() => setOpen(list)}
                onUpdate={() => setAsked(list)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {open && (
        <PriceListSheet
          list={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={(saved) => {
            setOpen(undefined);
            const isNewVersion = open !== 'new' && saved.number > open.number;
            if (isNewVersion && saved.outdated.length > 0) setAsked(saved);
          }}
        />
      )}
      {asked && <UpdateEvents list={asked} onDone={() => setAsked(undefined)} />}
    </div>
  );
}

type PriceListRowProps = { list: PriceList; onEdit: () => void; onUpdate: () => void };

function PriceListRow({ list, onEdit, onUpdate }: PriceListRowProps) {
  const archive = useStaffAction(
    (archived: boolean) =>
      callApi(priceListEndpoints.updatePriceList, { params: { id: list.id }, body: { archived } }),
    ({ archived }) => toast(`${list.name} ${archived ? 'archived' : 'restored'}`),
  );
  const { data: site } = useQuery(siteImagePriceQuery);
  const { outdated } = list;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 desk:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-16 font-bold break-words">
            {list.name}
            {list.archived && <span className="font-semibold text-ink-3"> (archived)</span>}
          </h2>
          {list.memo && <p className="text-14 text-ink-2">{list.memo}</p>}
          <p className="text-14 tabular-nums">{describePrices(list, site?.image_price)}</p>
          <p className="text-13 text-ink-2">
            Version {list.number}, {formatDay(list.changed_at)}.{' '}
            {list.events === 0 ? 'No event uses it yet.' : `Used at ${countOf(list.events, 'event')}.`}
          </p>
        </div>
        <div className="flex gap-2">
          {!list.archived && (
            <Button kind="line" size="small" aria-label={`Edit ${list.name}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button
            kind="line"
            size="small"
            aria-label={`${list.archived ? 'Restore' : 'Archive'} ${list.name}`}
            isBusy={archive.isPending}
            onClick={() => archive.mutate(!list.archived)}
          >
            {list.archived ? 'Restore' : 'Archive'}
          </Button>
        </div>
      </div>
      {!list.archived && outdated.length > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-ctl bg-warn-bg py-1.5 pr-1.5 pl-3 text-14 text-warn">
          {countOf(outdated.length, 'upcoming event')} {outdated.length === 1 ? 'uses' : 'use'} an older
          version.
          <Button kind="line" size="small" onClick={onUpdate}>
            Update {outdated.length === 1 ? 'it' : 'them'}
          </Button>
        </p>
      )}
    </li>
  );
}

const MAX_NAMED = 5;

function UpdateEvents({ list, onDone }: { list: PriceList; onDone: () => void }) {
  const { outdated } = list;
  const events = outdated.map(({ id }) => id);
  const apply = useStaffAction(
    () => callApi(priceListEndpoints.applyPriceList, { params: { id: list.id }, body: { events } }),
    ({ updated }) => toast(`${countOf(updated.length, 'event')} updated`),
  );
  const names = outdated
    .slice(0, MAX_NAMED)
    .map(({ name, start_date }) => `${name} (${formatDay(start_date)})`);
  const more = outdated.length > MAX_NAMED ? ` and ${outdated.length - MAX_NAMED} more` : '';
  const isOne = outdated.length === 1;
  return (
    <ConfirmDialog
      title={`${countOf(outdated.length, 'upcoming event')} ${isOne ? 'uses' : 'use'} the old version. Update ${isOne ? 'it' : 'them'}?`}
      sentence={`${names.join(', ')}${more}. Existing orders and events with their own prices don’t change.`}
      confirmLabel={isOne ? 'Update event' : 'Update events'}
      cancelLabel="Keep the old prices"
      isBusy={apply.isPending}
      onConfirm={() => apply.mutate(undefined, { onSettled: onDone })}
      onCancel={onDone}
    />
  );
}

type PriceListSheetProps = {
  /** Undefined for a new list. */
  list: PriceList | undefined;
  onClose: () => void;
  onSaved: (list: PriceList) => void;
};

function PriceListSheet({ list, onClose, onSaved }: PriceListSheetProps) {
  const queryClient = useQueryClient();
  const { form, save } = useSavedForm({
    schema: priceListForm,
    saved: list,
    toValues: (read) => ({
      name: read?.name ?? '',
      memo: read?.memo ?? '',
      ...toPriceValues(read && { ...read.prices, early: null, late: null }),
    }),
    send: ({ body, changes: { name, memo, ...typed }, version }) => {
      const typedList = toPriceList(body);
      if (!list) return callApi(priceListEndpoints.createPriceList, { body: typedList });
      const prices = Object.keys(typed).length > 0 ? typedList.prices : undefined;
      return callApi(priceListEndpoints.updatePriceList, {
        params: { id: list.id },
        body: { name, memo, prices, version },
      });
    },
    reload: async () => (await callApi(priceListEndpoints.listPriceLists)).find(({ id }) => id === list?.id),
    onSaved: async (saved) => {
      toast(`${saved.name} saved`);
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      onSaved(saved);
    },
    fieldsOf: { prices: ['album_price', 'image_price', 'photo_steps', 'athlete_price'] },
  });
  return (
    <FormSheet
      title={list ? `Edit ${list.name}` : 'New price list'}
      {...(list && { description: 'New prices make a new version. Events keep the version they use.' })}
      submitLabel={list ? 'Save price list' : 'Create price list'}
      onClose={onClose}
      guard={save}
    >
      <TextField {...fieldProps(form, 'name')} label="Name" />
      <TextField {...fieldProps(form, 'memo')} label="What it’s for" optional />
      <PriceFields form={asPriceForm(form)} hasDates={false} />
    </FormSheet>
  );
}
