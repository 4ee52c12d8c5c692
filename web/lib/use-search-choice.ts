import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from './change-search.ts';
import { useSearchText } from './use-path-params.ts';

/** One filter of a list, in the address under `name`; what is not `known` there means all of it. */
export function useSearchChoice<Value extends string>(name: string, known: Readonly<Record<Value, unknown>>) {
  const { text, change } = useSearchFilter(name);
  const chosen = text !== undefined && Object.hasOwn(known, text) ? (text as Value) : undefined;
  return { chosen, choose: (value: Value | undefined) => change(value) };
}

/** The same for words that are typed. */
export function useSearchFilter(name: string) {
  const navigate = useNavigate();
  return {
    text: useSearchText(name),
    change: (text: string | undefined) =>
      void navigate({
        to: '.',
        search: changeSearch({ [name]: text || undefined }),
        replace: true,
        resetScroll: false,
      }),
  };
}
