import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newTaxRate, type TaxRateChange, type TaxRateRow, taxEndpoints } from '#contract/endpoints/tax.ts';
import { formatRate, GOODS } from '#contract/rules/tax.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { fieldProblemsOf, messageOf } from '#web/lib/api-error.ts';
import { countOf, formatDay, todayIsoDate } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useUnsaved } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { taxRatesQuery, toRateBody, toRateValues } from './tax.query.ts';

type RateSheetProps = {
  rate: TaxRateRow | undefined;
  onClose: () => void;
};

export function RateSheet({ rate, onClose }: RateSheetProps) {
  const done = (words: string) => {
    toast(words);
    onClose();
  };
  const { form, save } = useSavedForm({
    schema: newTaxRate,
    saved: rate,
    toValues: (read) => toRateValues(read, todayIsoDate()),
    toBody: toRateBody,
    send: ({ body, changes, version }) =>
      rate
        ? callApi(taxEndpoints.updateTaxRate, { params: { id: rate.id }, body: { ...changes, version } })
        : callApi(taxEndpoints.addTaxRate, { body }),
    reload: async () => (await callApi(taxEndpoints.listTaxRates)).find(({ id }) => id === rate?.id),
    onSaved: () => done('Rate saved'),
    fieldsOf: { rate_millionths: ['rate'] },
  });
  const remove = useStaffAction(
    ({ id, version }: TaxRateRow) =>
      callApi(taxEndpoints.deleteTaxRate, { params: { id }, query: { version } }),
    () => done('Rate removed'),
    // Shown beside the button.
    () => undefined,
  );
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  return (
    <FormSheet
      title={rate ? `Edit ${rate.name}` : 'New rate'}
      description="Applies to new orders. Orders keep the rate they were placed with."
      submitLabel="Save rate"
      guard={save}
      onClose={onClose}
      below={
        rate && (
          <div className="grid gap-2">
            <Button kind="line" isBusy={remove.isPending} onClick={() => remove.mutate(rate)}>
              Remove this rate
            </Button>
            {remove.error && <Notice tone="bad">{messageOf(remove.error)}</Notice>}
          </div>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldProps(form, 'country')} label="Country" hint="Two letters, like US" />
        <TextField {...fieldProps(form, 'state')} label="State" optional hint="Empty for the whole country" />
        <TextField {...fieldProps(form, 'name')} label="Name on receipts" />
        <SelectField {...form.register('kind')} label="Goods">
          {GOODS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </SelectField>
        <TextField
          {...form.register('rate')}
          label="Rate, in percent"
          unit="%"
          error={errors.rate_millionths && 'Enter a percentage from 0 to 30, like 7.875'}
        />
        <TextField {...fieldProps(form, 'from_day')} label="First day" type="date" />
        <TextField {...fieldProps(form, 'to_day')} label="Last day" optional type="date" />
      </div>
    </FormSheet>
  );
}

const HEADER = 'country,state,goods,name,rate_percent,from,to';

/** Nothing is saved unless every line is right, and nothing before it was shown. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [csv, setCsv] = useState('');
  const check = useMutation({ mutationFn: () => callApi(taxEndpoints.previewTaxRates, { body: { csv } }) });
  const send = useMutation({
    mutationFn: (seen: string) => callApi(taxEndpoints.importTaxRates, { body: { csv, seen } }),
    onSuccess: async (rates) => {
      toast(`The table has ${countOf(rates.length, 'rate')}`);
      await client.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
      onClose();
    },
    // The preview no longer shows what would be saved.
    onError: () => check.reset(),
  });
  const change = (text: string) => {
    setCsv(text);
    check.reset();
    send.reset();
  };
  const { data: seen } = check;
  const error = send.error ?? check.error;
  const problems = fieldProblemsOf(error);
  return (
    <FormSheet
      title="Import rates"
      description="A line with the same place, goods, name and first day updates that rate. Others are added."
      submitLabel={
        !seen ? 'Check' : seen.changes.length > 0 ? `Save ${countOf(seen.changes.length, 'rate')}` : 'Close'
      }
      isBusy={check.isPending || send.isPending}
      failure={error && problems.length === 0 ? messageOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!seen) {
          send.reset();
          return check.mutate();
        }
        return seen.changes.length > 0 ? send.mutate(seen.seen) : onClose();
      }}
      onClose={onClose}
      guard={useUnsaved(csv !== '')}
    >
      <label className="grid gap-1.5 text-15 font-[650]">
        CSV file
        <input
          type="file"
          accept=".csv,text/csv"
          className="min-h-11 text-14 font-normal"
          onChange={async (event) => change((await event.target.files?.[0]?.text()) ?? csv)}
        />
      </label>
      <TextAreaField
        label="Or paste its lines"
        rows={8}
        value={csv}
        placeholder={HEADER}
        hint={`The first line is ${HEADER}`}
        onChange={(event) => change(event.target.value)}
      />
      {seen && <ImportChanges {...seen} />}
      {problems.length > 0 && (
        <Notice tone="bad">
          <p>Nothing was saved.</p>
          <ul className="grid gap-1">
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <b className="capitalize">{path}</b>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormSheet>
  );
}

const termsText = ({ rate_millionths, to_day }: Pick<TaxRateRow, 'rate_millionths' | 'to_day'>) =>
  [formatRate(rate_millionths), to_day && `to ${formatDay(to_day)}`].filter(Boolean).join(' ');

type ImportChangesProps = { changes: readonly TaxRateChange[]; unchanged: number };

function ImportChanges({ changes, unchanged }: ImportChangesProps) {
  const added = changes.filter(({ before }) => before === null).length;
  return (
    <div role="status" className="grid gap-2 text-14">
      <p className="font-[650]">
        {added} added, {changes.length - added} changed, {unchanged} unchanged
      </p>
      <ul className="grid max-h-72 gap-1 overflow-y-auto">
        {changes.map(({ line, rate, before }) => (
          <li key={line} className="flex flex-wrap justify-between gap-x-3 border-line border-t py-1.5">
            <span className="min-w-0">
              {[rate.country, rate.state].filter(Boolean).join(' ')}, {rate.name}, {rate.kind}, from{' '}
              {formatDay(rate.from_day)}
            </span>
            <span className="tabular-nums">
              {before && <s className="text-ink-2">{termsText(before)}</s>} {termsText(rate)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
