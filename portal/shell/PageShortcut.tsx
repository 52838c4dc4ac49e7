import { useNavigate } from '@tanstack/react-router';
import { useShortcut } from '#portal/frame/shortcuts.tsx';

/** Leads to a page by the keyboard. */
export const PageShortcut = ({ keys, label, to }: { keys: string; label: string; to: string }) => {
  const navigate = useNavigate();
  useShortcut({ keys, label, scope: 'everywhere', run: () => void navigate({ to }) });
  return null;
};
