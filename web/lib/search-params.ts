import { useNavigate, useSearch } from '#web/lib/navigation.tsx';

/** Copied from the contract, whose file would make the first visit larger. */
const MAX_ID = 2_147_483_647;
const MAX_WIDE_ID = 999_999_999_999_999;
const MAX_PAGE = 100_000;

const words =
  (maxLength = 254): SearchField<string> =>
  (given) => {
    const text = given === undefined ? undefined : String(given);
    return text === undefined || text.length > maxLength ? undefined : text;
  };
const oneOf =
  <const Values extends readonly string[]>(values: Values): SearchField<Values[number]> =>
  (given) =>
    values.find((value) => value === given);
const wholeNumber =
  (min: number, max: number): SearchField<number> =>
  (given) => {
    const number = Number(given);
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };
const idOf = () => wholeNumber(1, MAX_ID);
const photoOf = () => wholeNumber(1, MAX_WIDE_ID);
const pageNumber = () => wholeNumber(2, MAX_PAGE);
const flag = () => oneOf(['true']);

export const typedSearch = searchShape({ q: words(), page: pageNumber() });
export const rangeSearch = searchShape({
  range: oneOf(['today', '7d', 'month', 'last_month', 'year', 'custom']),
  from: words(10),
  to: words(10),
});
export const photoSearch = searchShape({ photo: photoOf() });
export const gallerySearch = photoSearch.extend({ show: words(40) });
/** Besides `payment` these are what the card provider adds when it sends somebody back from their bank. */
export const paymentSearch = searchShape({
  payment: words(80),
  payment_intent: words(255),
  payment_intent_client_secret: words(255),
  setup_intent: words(255),
  setup_intent_client_secret: words(255),
  redirect_status: words(40),
});
/** The provider's secret must not stay in the address. */
export const BACK_FROM_BANK = {
  payment: undefined,
  payment_intent: undefined,
  payment_intent_client_secret: undefined,
  setup_intent: undefined,
  setup_intent_client_secret: undefined,
  redirect_status: undefined,
};
export const tabSearch = typedSearch.extend({ tab: words(40) });

export const passSearch = tabSearch.extend({ frames: words(20), screen: flag() });
export const purchasesSearch = tabSearch.extend({ album: idOf() });
export const athletesSearch = searchShape({ athlete: idOf(), album: idOf() });
/** The open purchase sheet: what is chosen, and the order once it is paid. */
export const buyingSearch = searchShape({ buy: words(40), order: words(64) });
export const viewerSearch = gallerySearch.extend({
  ...buyingSearch.shape,
  as: oneOf(['customer']),
  state: words(40),
  facial: flag(),
});
export const purchaseSearch = searchShape({
  facial: flag(),
  ...buyingSearch.shape,
  ...paymentSearch.shape,
});
/** The item that a payment page is opened for, and the order once it is paid. */
export const paymentChoiceSearch = paymentSearch.extend({
  album: idOf(),
  image: photoOf(),
  facial: flag(),
  order: words(64),
});
export const publicAlbumSearch = photoSearch.extend({ invite: words(200) });
/** `code` offers a mailed code, as the button in the header does, instead of asking for the password. */
export const loginSearch = searchShape({ restore: words(800), code: flag() });
/** `to` is the page that the link leads to once it has logged its reader in; `welcome` is for new staff. */
export const loginLinkSearch = searchShape({ loginToken: words(200), to: words(300), welcome: flag() });
export const passwordResetSearch = searchShape({ code: words(200) });
/** The secret of a mailed link that saves a team. */
export const posterSearch = searchShape({ follow: words(200) });
export const unsubscribeSearch = searchShape({ action: words(200) });

/** `add` opens the sheet that creates one more of what the page lists. */
export const addSearch = searchShape({ add: flag() });

const askSearch = searchShape({ ask: oneOf(['suspend', 'refund']) });

/** A question that the page of a user asks, because somebody pressed its button or ran a command of the palette. */
export function useAsked(question: 'suspend' | 'refund') {
  const { search, change } = useSearchState(askSearch);
  const setIsAsked = (isAsked: boolean) => void change({ ask: isAsked ? question : undefined });
  return [search.ask === question, setIsAsked] as const;
}

export const albumPlaceSearch = addSearch.extend({ album: idOf(), panel: words(40) });
export const eventPlaceSearch = searchShape({
  album: idOf(),
  panel: words(40),
  screen: flag(),
  sheet: oneOf(['poster', 'cards', 'slide']),
});
export const reportPlaceSearch = rangeSearch.extend({ rows: words(80), day: words(10) });
export const leakPlaceSearch = searchShape({ leak: idOf() });
export const payoutPlaceSearch = searchShape({ lines: words(255), payee: idOf() });
export const statementPlaceSearch = searchShape({ month: words(7) });
export const cullSearch = searchShape({ show: oneOf(['left', 'kept', 'rejected']) });
export const reviewPlaceSearch = searchShape({ image: photoOf(), view: oneOf(['decided']) });
export const inboxPlaceSearch = searchShape({
  conversation: idOf(),
  status: oneOf(['closed']),
  bugs: flag(),
});

/** Reads one search parameter; a value that makes no sense is undefined. */
export type SearchField<Value = unknown> = (given: unknown) => Value | undefined;

type SearchFields = Readonly<Record<string, SearchField>>;

/** The values that a shape reads from an address. */
export type SearchOf<Shape extends SearchShape> = {
  [Name in keyof Shape['shape']]?: ReturnType<Shape['shape'][Name]>;
};

export type SearchShape<Fields extends SearchFields = SearchFields> = {
  shape: Fields;
  parse: (search: object) => { [Name in keyof Fields]?: ReturnType<Fields[Name]> };
  extend: <More extends SearchFields>(more: More) => SearchShape<Omit<Fields, keyof More> & More>;
};

/** Every page reads its address with this, so it has to be small: zod would be half of the script of the log-in. */
export function searchShape<Fields extends SearchFields>(shape: Fields): SearchShape<Fields> {
  type Values = { [Name in keyof Fields]?: ReturnType<Fields[Name]> };
  return {
    shape,
    parse: (search) => {
      const given = search as Record<string, unknown>;
      const known = Object.entries(shape).filter(([name]) => name in given);
      return Object.fromEntries(known.map(([name, read]) => [name, read(given[name])])) as Values;
    },
    extend: (more) => searchShape({ ...shape, ...more }),
  };
}

type ChangeOptions = {
  /** Adds an entry to the browser's history, so that Back undoes the change. */
  push?: boolean;
};

/** The part of the address that a schema of search-params.ts describes, and the way to change it. */
export function useSearchState<Schema extends SearchShape>(schema: Schema) {
  type Changes = Partial<SearchOf<Schema>>;
  const navigate = useNavigate();
  const raw = useSearch();
  const search = schema.parse(raw) as SearchOf<Schema>;
  return {
    search,
    /** Makes the `search` of a link to the same page. */
    changed: (changes: Changes) => (before: object) => ({ ...before, ...changes }),
    change: (changes: Changes, { push = false }: ChangeOptions = {}) =>
      navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...changes }),
        replace: !push,
        resetScroll: false,
      }),
  };
}

/** The `search` of a link to another page. */
export function searchFor<Schema extends SearchShape>(_schema: Schema, values: Partial<SearchOf<Schema>>) {
  return values;
}
