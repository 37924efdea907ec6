// The parts of Preact with htm that the console uses.
type Cleanup = void | (() => void);
type Set<T> = (value: T | ((before: T) => T)) => void;

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(node: any, parent: Element): void;
export function useState(initial: null): [any, Set<any>];
export function useState(initial: never[]): [any[], Set<any[]>];
export function useState<T>(initial: T | (() => T)): [T, Set<T>];
export function useEffect(effect: () => Cleanup, deps?: any[]): void;
export function useLayoutEffect(effect: () => Cleanup, deps?: any[]): void;
export function useRef(initial: null): { current: any };
export function useRef<T>(initial: T): { current: T };
export function useErrorBoundary(): [any, () => void];
