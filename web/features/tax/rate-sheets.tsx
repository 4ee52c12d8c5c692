import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newTaxRate, type TaxRateRow, taxEndpoints } from '#contract/endpoints/tax.ts';
import { GOODS } from '#contract/rules/tax.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { fieldProblemsOf, messageOf } from '#web/lib/api-error.ts';
import { countOf, todayIsoDate } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, sheetProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { taxRatesQuery, toRateBody, toRateValues } from './tax.query.ts';

type RateSheetProps = {
  /** Undefined for a new rate. */
  rate: TaxRateRow | undefined;
  onClose: () => void;
};

export function RateSheet({ rate, onClose }: RateSheetProps) {
  const client = useQueryClient();
  const form = useContractForm({
    schema: newTaxRate,
    defaultValues: toRateValues(rate, todayIsoDate()),
    toBody: toRateBody,
  });
  const done = async (words: string) => {
    toast(words);
    await client.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
    onClose();
  };
  const save = useFormMutation(form, {
    send: (body) => callApi(taxEndpoints.saveTaxRate, { body: { rate: body, replaces: rate?.id } }),
    onSuccess: () => done('Rate saved'),
    onError: (error) => {
      const [overlap] = fieldProblemsOf(error).filter(({ path }) => path.startsWith('line'));
      if (overlap) form.setError('from_day', { type: 'server', message: overlap.message });
      return overlap !== undefined;
    },
  });
  const remove = useMutation({
    mutationFn: (id: number) => callApi(taxEndpoints.deleteTaxRate, { params: { id } }),
    onSuccess: () => done('Rate removed'),
  });
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  return (
    <FormSheet
      title={rate ? `Edit ${rate.name}` : 'New rate'}
      description="Applies to new orders. Orders keep the rate they were placed with."
      submitLabel="Save rate"
      {...sheetProps(save)}
      onClose={onClose}
      below={
        rate && (
          <div className="grid gap-2">
            <Button kind="line" isBusy={remove.isPending} onClick={() => remove.mutate(rate.id)}>
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
          inputMode="decimal"
          error={errors.rate_millionths && 'Enter a percentage from 0 to 30, like 7.875'}
        />
        <TextField {...fieldProps(form, 'from_day')} label="First day" type="date" />
        <TextField {...fieldProps(form, 'to_day')} label="Last day" optional type="date" />
      </div>
    </FormSheet>
  );
}

const HEADER = 'country,state,goods,name,rate_percent,from,to';

/** Nothing is saved unless every line is right. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [csv, setCsv] = useState('');
  const send = useMutation({
    mutationFn: () => callApi(taxEndpoints.importTaxRates, { body: { csv } }),
    onSuccess: async (rates) => {
      toast(`The table has ${countOf(rates.length, 'rate')}`);
      await client.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
      onClose();
    },
  });
  const problems = fieldProblemsOf(send.error);
  return (
    <FormSheet
      title="Import rates"
      description="Rates with the same place, goods, name and first day are changed, others are added."
      submitLabel="Import"
      isBusy={send.isPending}
      failure={send.error && problems.length === 0 ? messageOf(send.error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
      onClose={onClose}
    >
      <label className="grid gap-1.5 text-15 font-[650]">
        CSV file
        <input
          type="file"
          accept=".csv,text/csv"
          className="min-h-11 text-14 font-normal"
          onChange={async (event) => setCsv((await event.target.files?.[0]?.text()) ?? csv)}
        />
      </label>
      <TextAreaField
        label="Or paste its lines"
        rows={8}
        value={csv}
        placeholder={HEADER}
        hint={`The first line is ${HEADER}`}
        onChange={(event) => setCsv(event.target.value)}
      />
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
