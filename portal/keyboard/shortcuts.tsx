import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

export type Shortcut = {
  /** A key or a sequence of keys, for example `?`, `g t` or `mod+z`. `mod` is Ctrl or ⌘. */
  keys: string;
  label: string;
  run: () => void;
  scope?: 'everywhere' | 'page';
};

type Registry = { shortcuts: readonly Shortcut[]; add(shortcut: Shortcut): () => void };

const ShortcutContext = createContext<Registry>({ shortcuts: [], add: () => () => {} });

/** How long the user has to press the second key of a sequence. */
const SEQUENCE_MS = 1_200;

/** Whether the user is typing. Checkboxes and radio buttons do not count because they ignore letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Whether a dialog or menu hides the page. Pop-ups with `data-modeless` do not hide it. */
const isAnyOverlayOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]:not([data-modeless]), [role="menu"]')].some((overlay) =>
    overlay.checkVisibility(),
  );

const formatKeyName = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
};

/** Runs the shortcuts of mounted components. If two shortcuts use the same keys, the one registered last runs. */
export const ShortcutProvider = ({ children }: { children: ReactNode }) => {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const latestShortcuts = useRef(shortcuts);
  latestShortcuts.current = shortcuts;

  useEffect(() => {
    let previousPress: { key: string; time: number } | undefined;
    let isOverlayOpen = false;
    // Runs in the capture phase because a dialog that Escape closes is no longer open when handleKeyDown runs.
    const checkOverlay = () => {
      isOverlayOpen = isAnyOverlayOpen();
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || isTyping(event.target) || isOverlayOpen) return;
      const key = formatKeyName(event);
      const sequence =
        previousPress && event.timeStamp - previousPress.time < SEQUENCE_MS
          ? `${previousPress.key} ${key}`
          : '';
      const shortcut =
        latestShortcuts.current.findLast(({ keys }) => keys === sequence) ??
        latestShortcuts.current.findLast(({ keys }) => keys === key);
      previousPress = { key, time: event.timeStamp };
      if (!shortcut) return;
      event.preventDefault();
      previousPress = undefined;
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
        setShortcuts((previousShortcuts) => [...previousShortcuts, shortcut]);
        return () =>
          setShortcuts((previousShortcuts) => previousShortcuts.filter((other) => other !== shortcut));
      },
    }),
    [shortcuts],
  );
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
};

export const useShortcuts = (): readonly Shortcut[] => use(ShortcutContext).shortcuts;

export const useShortcut = ({ keys, label, run, scope = 'page' }: Shortcut): void => {
  const { add } = use(ShortcutContext);
  const latestRun = useRef(run);
  latestRun.current = run;
  const register = useRef(add);
  register.current = add;
  useEffect(
    () => register.current({ keys, label, scope, run: () => latestRun.current() }),
    [keys, label, scope],
  );
};
