import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

export type Shortcut = {
  /** A key sequence as printed on the keys: `g t`, `?`, `mod+z`. */
  keys: string;
  label: string;
  run: () => void;
  scope?: 'everywhere' | 'page';
};

type Registry = { shortcuts: readonly Shortcut[]; add(shortcut: Shortcut): () => void };

const ShortcutContext = createContext<Registry>({ shortcuts: [], add: () => () => {} });

/** Time limit for the second key of a sequence. */
const SEQUENCE_MS = 1_200;

/** Shortcuts are off while the user types. A checkbox uses only Space. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/**
 * Whether a dialog or menu is open. Page shortcuts are then off, because their effects would not be visible. A modeless
 * pop-up (`data-modeless`) leaves them on.
 */
const isAnyOverlayOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]:not([data-modeless]), [role="menu"]')].some((open) =>
    open.checkVisibility(),
  );

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
};

/** Runs the shortcuts of the components on the screen. The last component to register a combination wins. */
export const ShortcutProvider = ({ children }: { children: ReactNode }) => {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const current = useRef(shortcuts);
  current.current = shortcuts;

  useEffect(() => {
    let before: { key: string; at: number } | undefined;
    let isOverlayOpen = false;
    // Checked in the capture phase: a dialog that Escape closes is gone by the time the key arrives here.
    const checkOverlay = () => {
      isOverlayOpen = isAnyOverlayOpen();
    };
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented || isTyping(event.target) || isOverlayOpen) return;
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
    window.addEventListener('keydown', checkOverlay, { capture: true });
    document.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', checkOverlay, { capture: true });
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

/** Registers a shortcut while the component is mounted. */
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
