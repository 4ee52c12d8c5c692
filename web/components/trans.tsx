import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { i18n } from '#web/lib/i18n.ts';

type TransProps = {
  /** The English sentence with tags, such as "Read the <terms>terms of use</terms>". */
  id: string;
  values?: Record<string, string | number>;
  components: Record<string, ReactElement<{ children?: ReactNode }>>;
};

const TAG = /<(\w+)>(.*?)<\/\1>/s;

/** A message whose tags become elements. Tags may be nested. */
export function Trans({ id, values, components }: TransProps) {
  return renderTags(i18n.t(id, values), components);
}

function renderTags(text: string, components: TransProps['components']): ReactNode {
  const found = TAG.exec(text);
  if (!found) return text;
  const [whole, name = '', inner = ''] = found;
  const element = components[name] ?? <Fragment />;
  return (
    <>
      {text.slice(0, found.index)}
      {cloneElement(element, {}, renderTags(inner, components))}
      {renderTags(text.slice(found.index + whole.length), components)}
    </>
  );
}
