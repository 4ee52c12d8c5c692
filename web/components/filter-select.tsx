import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { POPUP, POPUP_ITEM } from './popup-menu.tsx';

/** A list keeps its order, which an object does not for numbers. */
export type FilterOptions<Value extends string = string> =
  | Readonly<Record<Value, string>>
  | readonly (readonly [Value, string])[];

export function optionEntries<Value extends string>(options: FilterOptions<Value>): [Value, string][] {
  return Array.isArray(options) ? [...options] : (Object.entries(options) as [Value, string][]);
}

type FilterSelectProps<Value extends string> = {
  label: string;
  /** An empty string stands for no filter. */
  value: Value | '';
  options: FilterOptions<Value>;
  /** Shown while nothing is chosen. */
  all?: string;
  className?: string;
  onChange: (value: Value | undefined) => void;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, all, className = '', onChange } = props;
  const known = optionEntries<string>(options);
  const isMissing = value !== '' && !known.some(([one]) => one === value);
  const entries = [
    ...(all === undefined ? [] : [['', all] as const]),
    ...known,
    ...(isMissing ? [[value, `${label} ${value}`] as const] : []),
  ];
  return (
    <Select.Root
      value={value as string}
      items={entries.map(([one, words]) => ({ value: one, label: words }))}
      onValueChange={(next) => onChange((next || undefined) as Value | undefined)}
    >
      <Select.Trigger
        aria-label={label}
        className={`inline-flex h-11 items-center justify-between gap-2 rounded-ctl border border-edge bg-surface pr-2 pl-3 text-14 text-ink desk:h-9 ${className}`}
      >
        <span className="min-w-0 truncate">
          <Select.Value />
        </span>
        <ChevronDown size={16} className="flex-none text-ink-2" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={6} collisionPadding={12} alignItemWithTrigger={false} className="z-60">
          <Select.Popup className={POPUP}>
            {entries.map(([one, words]) => (
              <Select.Item key={one} value={one} className={POPUP_ITEM}>
                <Select.ItemText className="min-w-0 flex-1 truncate">{words}</Select.ItemText>
                <Select.ItemIndicator>
                  <Check size={16} />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
