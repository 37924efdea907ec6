// The types of the console. Its scripts name them in comments; this file is not served.

/** A record as the interface shows it. */
type Row = Record<string, any>;

interface State {
  phase: 'starting' | 'out' | 'in';
  /** Signed out by the server: the session is over or the key was revoked. */
  ended: boolean;
  key: Row | null;
  accounts: Row[];
  account: Row | null;
  /** "", "light" or "dark". */
  theme: string;
  /** Why the console could not start. */
  failed: any;
  /** The service does not answer. */
  away: boolean;
  /** What was saved in the last ten seconds, by its X-Request-Id. */
  saved: { request: string; nothing?: boolean } | null;
  /** The change that was undone last: pages are drawn anew. */
  undone: string;
}

/** What useLoad brings of what `load` answers; it is loaded anew when `deps` change. */
interface Loading {
  data: any;
  error: any;
  busy: boolean;
  /** Ends when it is loaded. */
  reload: () => Promise<unknown>;
  /** Changes data, error or busy, unless something else was loaded meanwhile. */
  amend: (change: Row) => void;
}

/** What useWork brings: whether something is being done, and how it failed. */
interface Work {
  busy: boolean;
  error: any;
  run: (doing: () => Promise<any>) => Promise<void>;
}

/** What useList brings: the rows of all pages that were read, and whether there are more. */
interface List {
  rows: Row[];
  error: any;
  busy: boolean;
  done: boolean;
  more: () => void;
  /** The rows of all pages. */
  all: () => Promise<Row[]>;
  reload: () => Promise<unknown>;
}

type Choice = { value: string; label: any };

/** A field of a form, as the interface describes it or a page does. */
interface Field {
  key: string;
  type: string;
  label: string;
  kind?: string;
  required?: boolean;
  options?: Choice[];
  help_text?: string | null;
  section?: string | null;
  [more: string]: any;
}

/** What ids in values stand for. */
type Lists = { colours?: Row[]; statuses?: Row[]; record?: Row };

/** What the input of a field gets. */
interface Input {
  field: Field;
  value: any;
  set: (value: any) => void;
  id: string;
  values: Row;
  lists: Row;
  aria: Row;
}

/** The inputs of fields, and those of several parts, by the type of the field. */
type Inputs = Record<string, (p: Input) => any>;

/** How values are written for people, by the type of the field. */
type Writers = Record<string, (v: any, f: Field, lists: Lists) => any>;

/**
 * What useOnce brings. `post` does one thing however often it is tried, also when an answer was lost: each attempt has the key `once`.
 * The service repeats a refusal to its key, so that a refusal which is kept there ends the key, and the next attempt has another. What an
 * earlier attempt may have done keeps it: no answer, a 5xx, idempotency_in_progress and idempotency_replay_too_large.
 */
interface Once {
  once: { current: string };
  post: (path: string, body: any, heard?: (headers: Headers) => void) => Promise<any>;
}

interface FormProps {
  /** What a draft of it is kept under. */
  name: string;
  fields: Field[];
  /** Without one, one is created at path. */
  record?: Row | null;
  path: string;
  lists?: Row;
  /** Values of a new record. */
  start?: Row;
  saved: (record: any) => void;
  cancel?: () => void;
  /** Makes the body of the request out of the values that were changed. */
  prepare?: (body: Row) => Row;
  /** Where the record is read again after a clash, when that is not path. */
  load?: string;
  /** The record is changed without If-Match. */
  unversioned?: boolean;
  /** Saves a change in another way than by a PATCH of path. */
  write?: (body: Row, version?: number) => Promise<Row>;
  /** Gets the headers of what was created. */
  heard?: (headers: Headers) => void;
  /** A page for a new record: its first field gets the focus, and Enter in a field does not save. */
  fresh?: boolean;
  /** What fields that are folded away are about. */
  folded?: string;
  /** What is saved beside what was changed, and even if nothing was. */
  always?: Row;
  /** What the button says. */
  say?: string;
}

/** What useChanges takes, which draws the buttons and dialogs of records that are changed in place. */
interface ChangesProps {
  path: string;
  /** The form of a record, of a new one for null: what FormProps has beside name, record, path and saved, or in their place. */
  form: (record: any) => Row;
  /** The words: create, edit, remove, ask, which makes the question out of the name and the record, and held, for what is in use. */
  say: Row;
  /** Whether the key may change them. */
  may: boolean;
  changed: (record?: any) => void;
  name?: (record: any) => string;
  /** The path of a record, when it is not below path. */
  own?: (record: any) => string;
  editable?: boolean;
  removable?: (record: any) => boolean;
}

type Column = { label: string; cell: (row: any) => any; class?: string; lead?: boolean };

interface TableProps {
  columns: (Column | false)[];
  rows: Row[];
  label: string;
  /** Where a row leads. */
  to?: (row: any) => string;
}

interface PageProps {
  title: string;
  sub?: any;
  badge?: any;
  back?: { to: string; label: string };
  /** A picture beside the title. */
  face?: any;
  actions?: any;
  children?: any;
}

/** An entry of the menu, for keys that hold one of the abilities in needs. */
type MenuEntry = { to: string; label: string; needs?: string[]; icon?: string; file?: string };

/** What Bars draws: stacked bars, and a table for who does not see them. */
type BarsProps = { label: string; names: string[]; series: Series[] };

/** A card of a module on each customer or pet, which draw gets. */
type Panel = { title: string; needs?: string[]; draw: (props: Row) => any };

/** Something that a search has found. */
type Hit = { kind: string; id: string; title: any; sub: any; to: string; other: boolean };

/** The bars of one kind; those of several are stacked. */
type Series = { label: string; colour: string; values: number[] };

/** The component gets the named parts of a pattern such as /pets/:pet. */
type Route = { pattern: string[]; page: Function };

/** The names that a text lists. */
type Named<S, N extends string = never> = S extends `${infer A} ${infer B}` ? Named<B, N | A> : N | (S & string);
