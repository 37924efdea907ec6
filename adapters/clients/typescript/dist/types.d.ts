import type { List, Options } from './call.js';
import type { operations as calls } from './operations.js';
import type { ListEvents, operations, webhooks } from './schema.js';
/** The body of a request or an answer; never where there is none. */
type BodyOf<T> = T extends {
    content: {
        'application/json': infer Body;
    };
} ? Body : T extends {
    content: {
        'application/octet-stream': unknown;
    } | {
        'application/pdf': unknown;
    } | {
        'text/csv': unknown;
    };
} ? Blob : never;
/** Some of the arguments, unless the document has none. */
type Part<T, Arguments = NonNullable<T>> = [NonNullable<T>] extends [never] ? unknown : Arguments;
/** What is optional may also be undefined. */
type Loose<T> = {
    [Key in keyof T]: {} extends Pick<T, Key> ? T[Key] | undefined : T[Key];
};
interface Conditional {
    /** The version that the change is for; 412 when the record has moved on. */
    ifMatch?: number;
}
type Operation = operations[keyof operations];
type ArgumentsOf<O extends Operation, In extends Operation['parameters'] = O['parameters']> = Loose<Part<In['path']> & Part<In['query']> & ('If-Match' extends keyof Part<In['header']> ? Conditional : unknown) & Part<BodyOf<O['requestBody']>, {
    body: BodyOf<O['requestBody']>;
}>>;
type AnswerOf<O extends Operation, Call extends string, Body = BodyOf<O['responses'][keyof O['responses']]>> = [Body] extends [never] ? Promise<void> : Body extends ListEvents ? Promise<EventPage> : [Call, Body] extends [`${string} list${string}`, {
    data: (infer Item)[];
    next_cursor: string | null;
}] ? List<Item, Body & {
    data: Item[];
    next_cursor: string | null;
}> : Promise<Body>;
type Method<Arguments, Answer> = {} extends Arguments ? (args?: Arguments, options?: Options) => Answer : (args: Arguments, options?: Options) => Answer;
/** Every operation of the API. Path and query parameters are one object, with `body` where there is one. */
export type Operations = {
    [Name in keyof typeof calls]: Method<ArgumentsOf<operations[Name]>, AnswerOf<operations[Name], (typeof calls)[Name]>>;
};
/** What an event of each type holds. */
export type Events = {
    [Type in keyof webhooks]: BodyOf<webhooks[Type]['post']['requestBody']>;
};
/** An event of any type, told apart by `type`. A newer server may send types that are not here: have a `default` case. */
export type Event = {
    [Type in keyof Events]: Omit<Events[Type], 'type'> & {
        type: Type;
    };
}[keyof Events];
/** A page of the event feed. */
export type EventPage = Omit<ListEvents, 'data'> & {
    data: Event[];
};
export {};
