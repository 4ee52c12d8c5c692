/** A list keeps its order, which an object does not for numbers. */
export type FilterOptions<Value extends string = string> =
  | Readonly<Record<Value, string>>
  | readonly (readonly [Value, string])[];

type FilterSelectProps<Value extends string> = {
  label: string;
  /** An empty string stands for no filter. */
  value: Value | '';
  options: FilterOptions<Value>;
  all?: string;
  className?: string;
  onChange: (value: Value | undefined) => void;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, all, className = '', onChange } = props;
  const entries = Array.isArray(options) ? options : (Object.entries(options) as [Value, string][]);
  const isMissing = value !== '' && !entries.some(([one]) => one === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange((target.value || undefined) as Value | undefined)}
      className={`h-11 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink desk:h-9 ${className}`}
    >
      {all !== undefined && <option value="">{all}</option>}
      {isMissing && (
        <option value={value}>
          {label} {value}
        </option>
      )}
      {entries.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
