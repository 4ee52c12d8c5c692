type FilterSelectProps<Value extends string> = {
  label: string;
  /** An empty string stands for no filter. */
  value: Value | '';
  options: Readonly<Record<Value, string>>;
  all?: string;
  className?: string;
  onChange: (value: Value | undefined) => void;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, all, className = '', onChange } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange((target.value || undefined) as Value | undefined)}
      className={`h-11 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink desk:h-9 ${className}`}
    >
      {all !== undefined && <option value="">{all}</option>}
      {(Object.entries(options) as [Value, string][]).map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
