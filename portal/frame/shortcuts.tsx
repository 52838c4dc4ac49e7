import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

export type Shortcut = {
  /** Keys one after the other, as they are written on them: `g t`, `?`, `mod+z`. */
  keys: string;
  label: string;
  run: () => void;
  scope?: 'everywhere' | 'page';
};

type Registry = { shortcuts: readonly Shortcut[]; add(shortcut: Shortcut): () => void };

const ShortcutContext = createContext<Registry>({ shortcuts: [], add: () => () => {} });

/** The time within which the second key of a sequence follows. */
const SEQUENCE_MS = 1_200;

/** What keys mean there is not ours to say. A box to tick takes none but space. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/**
 * Then shortcuts belong to the dialog or menu alone, because changes below it are not visible. A modeless pop-up
 * (`data-modeless`) leaves the shortcuts of the page active.
 */
const isSomethingOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]:not([data-modeless]), [role="menu"]')].some((open) =>
    open.checkVisibility(),
  );

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
};

/** Listens for the shortcuts of whatever is on the screen; the latest to register a combination has it. */
export const ShortcutProvider = ({ children }: { children: ReactNode }) => {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const current = useRef(shortcuts);
  current.current = shortcuts;

  useEffect(() => {
    let before: { key: string; at: number } | undefined;
    let isForWhatIsOpen = false;
    // Asked before anybody hears the key: a dialog that Escape closes is gone when it arrives here.
    const foresee = () => {
      isForWhatIsOpen = isSomethingOpen();
    };
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || isTyping(event.target) || isForWhatIsOpen) return;
      const key = nameOf(event);
      const sequence = before && event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : '';
      const found =
        current.current.findLast(({ keys }) => keys === sequence) ??
        current.current.findLast(({ keys }) => keys === key);
      before = { key, at: event.timeStamp };
      if (!found) return;
      event.preventDefault();
      before = undefined;
      found.run();
    };
    window.addEventListener('keydown', foresee, { capture: true });
    document.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', foresee, { capture: true });
      document.removeEventListener('keydown', listen);
    };
  }, []);

  const registry = useMemo<Registry>(
    () => ({
      shortcuts,
      add: (shortcut) => {
        setShortcuts((known) => [...known, shortcut]);
        return () => setShortcuts((known) => known.filter((one) => one !== shortcut));
      },
    }),
    [shortcuts],
  );
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
};

export const useShortcuts = (): readonly Shortcut[] => use(ShortcutContext).shortcuts;

/** Registers a shortcut while the component is there. */
export const useShortcut = ({ keys, label, run, scope = 'page' }: Shortcut): void => {
  const { add } = use(ShortcutContext);
  const latest = useRef(run);
  latest.current = run;
  const register = useRef(add);
  register.current = add;
  useEffect(
    () => register.current({ keys, label, scope, run: () => latest.current() }),
    [keys, label, scope],
  );
};
