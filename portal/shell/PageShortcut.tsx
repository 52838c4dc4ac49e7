import { useRouter } from '@tanstack/react-router';
import { carriedFilters } from '#portal/frame/carried-filters.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';

/** Leads to a page by the keyboard. */
export const PageShortcut = ({ keys, label, to }: { keys: string; label: string; to: string }) => {
  const router = useRouter();
  const open = () =>
    void router.navigate({ to, search: carriedFilters(to, router.latestLocation) as object });
  useShortcut({ keys, label, scope: 'everywhere', run: open });
  return null;
};
