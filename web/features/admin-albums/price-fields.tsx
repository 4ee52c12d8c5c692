import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { MAX_PHOTO_STEPS, newPricing } from '#contract/entities/staff-event.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceCents, sharePriceFor } from '#contract/rules/pricing.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/form.tsx';
import { parseDollars } from '#web/lib/formats.ts';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { PricePreview } from './price-preview.tsx';
import { BLANK_STEP, type PriceValues, priceFields, toPricing } from './price-values.ts';

type PriceForm = UseFormReturn<PriceValues, unknown, unknown>;

/** A form that has the prices among its fields. */
export function asPriceForm<Values extends PriceValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
): PriceForm {
  return form as unknown as PriceForm;
}

type PriceName = Exclude<keyof typeof priceFields, 'photo_steps'>;
type PriceFieldProps = Partial<ComponentProps<typeof TextField>>;

const typedPrices = z.object(priceFields);

type PriceFieldsProps = {
  form: PriceForm;
  /** A price list has none, because they belong to one event. */
  hasDates?: boolean;
};

export function PriceFields({ form, hasDates = true }: PriceFieldsProps) {
  const values = form.watch();
  const { data: site } = useQuery(siteImagePriceQuery);
  const typed = typedPrices.safeParse(values);
  const pricing = typed.success ? newPricing.safeParse(toPricing(typed.data)) : undefined;
  const field = (name: PriceName, label: string, props: PriceFieldProps) => (
    <TextField {...fieldProps(form, name)} label={label} {...props} />
  );
  const album = parseDollars(values.album_price);
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(144px,1fr))] items-start gap-4">
        {field('album_price', 'Whole album', { unit: '$', hint: albumHint(album) })}
        {field('image_price', 'One photo', {
          unit: '$',
          hint: values.image_price === '' && site ? `${formatCents(site.image_price)} if empty` : undefined,
        })}
        {field('athlete_price', 'One athlete’s photos', { unit: '$' })}
        <div className="grid gap-1.5">
          <span className="text-14 font-[650]">Split 7 ways</span>
          <output className="flex h-[52px] items-center rounded-ctl bg-sunk px-4 tabular-nums">
            {album == null ? '–' : formatCents(sharePriceFor(album))}
          </output>
        </div>
      </div>
      <Bundles form={form} />
      {hasDates && (
        <div className="flex flex-wrap gap-x-3 gap-y-4">
          <DatedPrice form={form} names={['early_until', 'early_percent_off']} label="early bird">
            {field('early_until', 'Early bird until', { type: 'date' })}
            {field('early_percent_off', 'Percent off', { unit: '%', inputMode: 'numeric' })}
          </DatedPrice>
          <DatedPrice form={form} names={['late_from', 'late_percent_more']} label="late price">
            {field('late_from', 'Late price from', { type: 'date' })}
            {field('late_percent_more', 'Percent more', { unit: '%', inputMode: 'numeric' })}
          </DatedPrice>
        </div>
      )}
      {pricing?.success && <PricePreview pricing={pricing.data} />}
    </>
  );
}

/** Says which price results from one that seven shares cannot make up. */
function albumHint(albumCents: number | null | undefined): string | undefined {
  if (albumCents === undefined) return undefined;
  if (albumCents === null) return `${formatCents(albumPriceCents(null))} if empty`;
  const result = albumPriceCents(sharePriceFor(albumCents));
  return result === albumCents ? undefined : `Parents pay ${formatCents(result)}: seven equal shares`;
}

type DatedPriceProps = {
  form: PriceForm;
  names: readonly Exclude<PriceName, 'album_price'>[];
  label: string;
  children: ReactNode;
};

/** A pair of fields that are there only if an event has that price. */
function DatedPrice({ form, names, label, children }: DatedPriceProps) {
  const [isAdded, setIsAdded] = useState(false);
  const isUsed = names.some((name) => form.watch(name) !== '');
  if (!isUsed && !isAdded) {
    return <AddButton onClick={() => setIsAdded(true)}>Add {label}</AddButton>;
  }
  const remove = () => {
    setIsAdded(false);
    for (const name of names) form.setValue(name, '', { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div className={ROW}>
      {children}
      <RemoveButton label={`Remove ${label}`} onClick={remove} />
    </div>
  );
}

const ROW = 'grid w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3';

function Bundles({ form }: { form: PriceForm }) {
  const steps = form.watch('photo_steps');
  const problem = form.formState.errors.photo_steps?.root?.message;
  const set = (next: PriceValues['photo_steps']) => {
    form.clearErrors('photo_steps');
    form.setValue('photo_steps', next, { shouldDirty: true });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-14 font-semibold">Bundles</legend>
      {steps.map((_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name and keep their order
        <div key={row} className={ROW}>
          <TextField
            {...fieldProps(form, `photo_steps.${row}.photos`)}
            label="Photos"
            aria-label={`Photos, bundle ${row + 1}`}
            inputMode="numeric"
          />
          <TextField
            {...fieldProps(form, `photo_steps.${row}.price`)}
            label="Total price"
            aria-label={`Price, bundle ${row + 1}`}
            unit="$"
          />
          <RemoveButton
            label={`Remove bundle ${row + 1}`}
            onClick={() => set(steps.filter((_step, other) => other !== row))}
          />
        </div>
      ))}
      {problem && (
        <p role="alert" className="text-14 font-medium text-bad">
          {problem}
        </p>
      )}
      {steps.length < MAX_PHOTO_STEPS && (
        <AddButton onClick={() => set([...steps, BLANK_STEP])}>Add a bundle</AddButton>
      )}
    </fieldset>
  );
}

function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button icon={Plus} kind="line" size="small" className="justify-self-start" onClick={onClick}>
      {children}
    </Button>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="line" size="small" aria-label={label} className="mt-8 px-3! desk:mt-9" onClick={onClick}>
      <X size={17} aria-hidden />
      <span className="not-desk:hidden">Remove</span>
    </Button>
  );
}
