import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

export type Shortcut = {
  /** A key sequence as printed on the keyboard: `g t`, `?`, `mod+z`. */
  keys: string;
  label: string;
  run: () => void;
  scope?: 'everywhere' | 'page';
};

type Registry = { shortcuts: readonly Shortcut[]; add(shortcut: Shortcut): () => void };

const ShortcutContext = createContext<Registry>({ shortcuts: [], add: () => () => {} });

/** How long the user has to press the second key of a sequence. */
const SEQUENCE_MS = 1_200;

/** Typing turns shortcuts off. Checkboxes and radio buttons do not count because they ignore letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Dialogs and menus turn shortcuts off because they hide the page; `data-modeless` pop-ups do not. */
const isAnyOverlayOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]:not([data-modeless]), [role="menu"]')].some((overlay) =>
    overlay.checkVisibility(),
  );

const formatKeyName = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
};

/** Runs the shortcuts of mounted components. If two use the same keys, the one registered last runs. */
export const ShortcutProvider = ({ children }: { children: ReactNode }) => {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const current = useRef(shortcuts);
  current.current = shortcuts;

  useEffect(() => {
    let previous: { key: string; time: number } | undefined;
    let isOverlayOpen = false;
    // Runs in the capture phase, because a dialog that Escape closes is gone by the time handleKeyDown runs.
    const checkOverlay = () => {
      isOverlayOpen = isAnyOverlayOpen();
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || isTyping(event.target) || isOverlayOpen) return;
      const key = formatKeyName(event);
      const sequence =
        previous && event.timeStamp - previous.time < SEQUENCE_MS ? `${previous.key} ${key}` : '';
      const shortcut =
        current.current.findLast(({ keys }) => keys === sequence) ??
        current.current.findLast(({ keys }) => keys === key);
      previous = { key, time: event.timeStamp };
      if (!shortcut) return;
      event.preventDefault();
      previous = undefined;
      shortcut.run();
    };
    window.addEventListener('keydown', checkOverlay, { capture: true });
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      window.removeEventListener('keydown', checkOverlay, { capture: true });
      document.removeEventListener('keydown', handleKeyDown);
    };
  }, []);

  const registry = useMemo<Registry>(
    () => ({
      shortcuts,
      add: (shortcut) => {
        setShortcuts((registered) => [...registered, shortcut]);
        return () => setShortcuts((registered) => registered.filter((other) => other !== shortcut));
      },
    }),
    [shortcuts],
  );
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
};

export const useShortcuts = (): readonly Shortcut[] => use(ShortcutContext).shortcuts;

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
