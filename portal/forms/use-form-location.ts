import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '#portal/session/me.ts';
import { createDraftPrefix } from './form-drafts.ts';

/** The storage key of a form's draft, built from its user, path and name, and the form's URL. */
export const useFormLocation = (name: string): { storageKey: string; href: string } => {
  const me = useMe();
  const router = useRouter();
  const [location] = useState(() => {
    const { pathname, href } = router.latestLocation;
    return { storageKey: `${createDraftPrefix(me)}${pathname} ${name}`, href };
  });
  return location;
};
